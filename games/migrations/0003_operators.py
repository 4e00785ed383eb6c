from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_log_is_append_only'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='event',
            options={'ordering': ['seq'], 'verbose_name': 'event', 'verbose_name_plural': 'log'},
        ),
        migrations.AlterModelOptions(
            name='hand',
            options={'ordering': ['number'], 'verbose_name': 'finished hand', 'verbose_name_plural': 'finished hands'},
        ),
        migrations.AlterModelOptions(
            name='table',
            options={'permissions': [('view_live_hands', 'Can look at the cards of a hand that is being played'), ('operate_table', 'Can resume and end parked tables')], 'verbose_name': 'table', 'verbose_name_plural': 'tables'},
        ),
    ]
