from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_finished_has_winner'),
    ]

    operations = [
        migrations.AlterField(
            model_name='table',
            name='status',
            field=models.CharField(choices=[('open', 'open'), ('playing', 'playing'), ('finished', 'finished'), ('abandoned', 'abandoned'), ('parked', 'parked')], default='open', max_length=10, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='table',
            name='visibility',
            field=models.CharField(choices=[('public', 'public'), ('private', 'private')], default='public', max_length=10, verbose_name='visibility'),
        ),
        migrations.AlterField(
            model_name='table',
            name='ruleset',
            field=models.CharField(max_length=20, verbose_name='ruleset'),
        ),
        migrations.AlterField(
            model_name='table',
            name='hand_number',
            field=models.PositiveIntegerField(default=0, help_text='the hand being played', verbose_name='hand'),
        ),
        migrations.AlterField(
            model_name='event',
            name='seq',
            field=models.PositiveIntegerField(verbose_name='number'),
        ),
        migrations.AlterField(
            model_name='event',
            name='hand',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='hand'),
        ),
        migrations.AlterField(
            model_name='event',
            name='type',
            field=models.CharField(max_length=20, verbose_name='type'),
        ),
        migrations.AlterField(
            model_name='event',
            name='by',
            field=models.CharField(blank=True, choices=[('player', 'player'), ('bot', 'bot'), ('timeout', 'time-out'), ('operator', 'operator')], max_length=10, verbose_name='done by'),
        ),
        migrations.AlterField(
            model_name='hand',
            name='number',
            field=models.PositiveIntegerField(verbose_name='hand'),
        ),
        migrations.AlterField(
            model_name='hand',
            name='game',
            field=models.PositiveSmallIntegerField(verbose_name='game'),
        ),
        migrations.AlterField(
            model_name='hand',
            name='ended_by',
            field=models.CharField(choices=[('count', 'count'), ('deje', 'deje'), ('ordago', 'órdago'), ('resign', 'resignation')], max_length=8, verbose_name='ended by'),
        ),
    ]
