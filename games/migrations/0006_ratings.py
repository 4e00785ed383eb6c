"""Ratings and statistics. Matches that ended before are rated by the clock, the oldest first."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_labels'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot_level', models.CharField(blank=True, max_length=10)),
                ('ruleset', models.CharField(max_length=20, verbose_name='ruleset')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0, verbose_name='matches')),
                ('provisional', models.BooleanField(default=True)),
                ('updated_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu_after', models.FloatField()),
                ('sigma_after', models.FloatField()),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Statistics',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=20, verbose_name='ruleset')),
                ('matches', models.PositiveIntegerField(default=0)),
                ('matches_won', models.PositiveIntegerField(default=0)),
                ('games', models.PositiveIntegerField(default=0)),
                ('games_won', models.PositiveIntegerField(default=0)),
                ('hands', models.PositiveIntegerField(default=0)),
                ('lances', models.PositiveIntegerField(default=0, help_text='that somebody won and that were counted')),
                ('lances_won', models.PositiveIntegerField(default=0)),
                ('ordagos_made', models.PositiveIntegerField(default=0, help_text='by this player')),
                ('ordagos_accepted', models.PositiveIntegerField(default=0, help_text='of those made, by the rivals')),
                ('ordagos_won', models.PositiveIntegerField(default=0, help_text='of those accepted')),
                ('ordagos_taken', models.PositiveIntegerField(default=0, help_text="the rivals' that the pair accepted")),
                ('ordagos_taken_won', models.PositiveIntegerField(default=0)),
                ('dejes_earned', models.PositiveIntegerField(default=0, help_text="the pair's bets that were refused")),
                ('deje_points_earned', models.PositiveIntegerField(default=0)),
                ('dejes_conceded', models.PositiveIntegerField(default=0, help_text="the rivals' bets that were refused")),
                ('deje_points_conceded', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'statistics',
                'verbose_name_plural': 'statistics',
            },
        ),
        migrations.AddField(
            model_name='table',
            name='rated_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='rating_due_at',
            field=models.DateTimeField(blank=True, help_text='until it is rated', null=True),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('rating_due_at__isnull', False)), fields=['rating_due_at'], name='table_rating_due'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('status', 'finished'), models.Q(('rated_at__isnull', True), ('rating_due_at__isnull', True)), _connector='OR'), name='table_rated_after_its_end'),
        ),
        migrations.AddField(
            model_name='rating',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='rating',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='games.rating'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.table'),
        ),
        migrations.AddField(
            model_name='statistics',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statistics', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('provisional', False)), fields=['ruleset', '-mu', '-id'], name='rating_leaderboard'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'ruleset'), name='rating_once_per_person'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(condition=models.Q(('bot_level', ''), _negated=True), fields=('bot_level', 'ruleset'), name='rating_once_per_level'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bot_level', ''), ('user__isnull', False)), models.Q(('user__isnull', True), models.Q(('bot_level', ''), _negated=True)), _connector='OR'), name='rating_has_one_owner'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='rating_sigma_positive'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('table', 'seat'), name='rating_change_once_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='statistics',
            constraint=models.UniqueConstraint(fields=('user', 'ruleset'), name='statistics_once_per_person'),
        ),
        migrations.RunSQL(
            "UPDATE games_table SET rating_due_at = finished_at WHERE status = 'finished'",
            migrations.RunSQL.noop,
        ),
    ]
