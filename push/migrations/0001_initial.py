"""Devices, pushes and deliveries, and what the database does about them by itself.

A notice to somebody who has a device becomes a push in the same transaction. A change of the question at a
table has its open pushes looked at again; both cost one look into an index where there is nothing to do. The
foreign keys along which the database deletes are those of which the models say so: a device can be signed out
while a message to it is being written down.
"""

import django.db.models.deletion
import musapi.ids
from django.conf import settings
from django.db import migrations, models


CREATE = """
ALTER TABLE push_pushdevice ADD CONSTRAINT push_device_of_token
    FOREIGN KEY (token_id) REFERENCES accounts_token (public_id) ON DELETE CASCADE;
ALTER TABLE push_delivery ADD CONSTRAINT push_delivery_to_device
    FOREIGN KEY (device_id) REFERENCES push_pushdevice (id) ON DELETE CASCADE;
ALTER TABLE push_delivery ADD CONSTRAINT push_delivery_of_push
    FOREIGN KEY (push_id) REFERENCES push_push (id) ON DELETE CASCADE;

CREATE FUNCTION push_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM accounts_token AS token
        JOIN push_pushdevice AS device ON device.token_id = token.public_id AND device.gone_at IS NULL
        WHERE token.user_id = NEW.person_id
    ) THEN
        INSERT INTO push_push (person_id, seq, kind, table_id, turn, other_id, at, step, due_at)
        VALUES (NEW.person_id, NEW.seq, NEW.kind, NEW.table_id, NEW.turn, NEW.other_id, NEW.at, '',
            NEW.at + interval '3 seconds')
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER notice_is_pushed AFTER INSERT ON games_notice FOR EACH ROW EXECUTE FUNCTION push_queue();

CREATE FUNCTION push_look_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE push_push SET due_at = clock_timestamp()
        WHERE table_id = NEW.id AND due_at IS NOT NULL AND due_at > clock_timestamp();
    RETURN NULL;
END
$$;
CREATE TRIGGER pushes_are_looked_at AFTER UPDATE OF status, turn_id, turn_seats ON games_table
    FOR EACH ROW WHEN (
        OLD.turn_id IS DISTINCT FROM NEW.turn_id OR OLD.status IS DISTINCT FROM NEW.status
        OR OLD.turn_seats IS DISTINCT FROM NEW.turn_seats
    ) EXECUTE FUNCTION push_look_again();
"""

DROP = """
DROP TRIGGER pushes_are_looked_at ON games_table;
DROP FUNCTION push_look_again();
DROP TRIGGER notice_is_pushed ON games_notice;
DROP FUNCTION push_queue();
ALTER TABLE push_delivery DROP CONSTRAINT push_delivery_of_push, DROP CONSTRAINT push_delivery_to_device;
ALTER TABLE push_pushdevice DROP CONSTRAINT push_device_of_token;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0012_notices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        migrations.swappable_dependency(settings.KNOX_TOKEN_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Push',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(choices=[('your_turn', 'your turn'), ('table_started', 'the match has begun'), ('table_finished', 'the match is over'), ('invitation', 'invitation'), ('friend_request', 'friend request'), ('friend_accepted', 'new friend')], max_length=20, verbose_name='kind')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='question')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('step', models.CharField(blank=True, choices=[('first', 'first'), ('half', 'half of the time is over'), ('late', 'four fifths of the time are over'), ('clear', 'take it away again')], max_length=10, verbose_name='step')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due at')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'push',
                'verbose_name_plural': 'pushes',
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.UUIDField(default=musapi.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('fcm', 'Firebase'), ('web_push', 'browser')], max_length=10, verbose_name='kind')),
                ('address', models.TextField()),
                ('mark', models.CharField(max_length=64, unique=True)),
                ('p256dh', models.CharField(blank=True, max_length=100)),
                ('auth', models.CharField(blank=True, max_length=30)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('gone_at', models.DateTimeField(blank=True, null=True, verbose_name='gone since')),
                ('token', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.KNOX_TOKEN_MODEL, to_field='public_id')),
            ],
            options={
                'verbose_name': 'push device',
                'verbose_name_plural': 'push devices',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(choices=[('first', 'first'), ('half', 'half of the time is over'), ('late', 'four fifths of the time are over'), ('clear', 'take it away again')], max_length=10, verbose_name='step')),
                ('silent', models.BooleanField(default=False, verbose_name='without a sound')),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('moot', 'no longer true'), ('expired', 'too late'), ('refused', 'refused'), ('gone', 'no such device')], default='waiting', max_length=10, verbose_name='status')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('error', models.CharField(blank=True, max_length=60, verbose_name='error')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('expires_at', models.DateTimeField(verbose_name='expires at')),
                ('try_at', models.DateTimeField(blank=True, null=True, verbose_name='next try')),
                ('done_at', models.DateTimeField(blank=True, null=True, verbose_name='done at')),
                ('push', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='push.push')),
                ('device', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='push.pushdevice')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.AddIndex(
            model_name='push',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='push_due'),
        ),
        migrations.AddIndex(
            model_name='push',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['table'], name='push_open'),
        ),
        migrations.AddIndex(
            model_name='push',
            index=models.Index(fields=['at'], name='push_at'),
        ),
        migrations.AddConstraint(
            model_name='push',
            constraint=models.UniqueConstraint(fields=('person', 'seq'), name='push_once_per_notice'),
        ),
        migrations.AddConstraint(
            model_name='push',
            constraint=models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('table', 'turn', 'kind', 'person'), name='push_once'),
        ),
        migrations.AddConstraint(
            model_name='pushdevice',
            constraint=models.UniqueConstraint(fields=('token', 'kind'), name='push_device_once_per_token'),
        ),
        migrations.AddConstraint(
            model_name='pushdevice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('auth', ''), ('kind', 'fcm'), ('p256dh', '')), models.Q(('kind', 'web_push'), models.Q(('p256dh', ''), _negated=True), models.Q(('auth', ''), _negated=True)), _connector='OR'), name='push_device_has_its_keys'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('try_at__isnull', False)), fields=['try_at'], name='push_delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('push', 'device', 'step'), name='push_delivery_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('done_at', None), ('status', 'waiting'), ('try_at__isnull', False)), models.Q(models.Q(('status', 'waiting'), _negated=True), ('done_at__isnull', False), ('try_at', None)), _connector='OR'), name='push_delivery_waits_or_is_done'),
        ),
        migrations.RunSQL(CREATE, DROP),
    ]
