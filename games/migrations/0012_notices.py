"""The database itself writes what people are told of a table, in the transaction that changes it.

`games_notify` gives a notice the next number of its person. The person's counter is locked until the commit,
which makes numbers appear in their order; whoever tells several people goes by the order of their ids, so
that no two transactions wait for each other. The counter is a row of its own: the account's row is locked
before tables, and a move comes after its table.

The trigger tells the people of a table of the question that is put to them, and of beginning and end. Tables
of bots alone cost it one look at four seats.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CREATE = """
CREATE FUNCTION games_notify(person uuid, kind_of text, about uuid, question integer, by_whom uuid)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    number integer;
BEGIN
    IF about IS NOT NULL AND EXISTS (
        SELECT FROM games_notice
        WHERE table_id = about AND turn = question AND kind = kind_of AND person_id = person
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO games_noticecount AS counted (person_id, last) VALUES (person, 1)
        ON CONFLICT (person_id) DO UPDATE SET last = counted.last + 1
        RETURNING last INTO number;
    INSERT INTO games_notice (person_id, seq, kind, table_id, turn, other_id, at)
        VALUES (person, number, kind_of, about, question, by_whom, clock_timestamp());
    RETURN number;
END
$$;

CREATE FUNCTION games_tell_people_of_table() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    news record;
BEGIN
    FOR news IN
        SELECT seat.player_id AS person, told.kind, told.turn
        FROM games_seat AS seat
        JOIN accounts_user AS account ON account.id = seat.player_id AND account.is_active
        CROSS JOIN LATERAL (VALUES
            ('table_started', 0, OLD.status = 'open' AND NEW.status = 'playing'),
            ('your_turn', NEW.turn_id, NEW.status = 'playing'
                AND OLD.turn_id IS DISTINCT FROM NEW.turn_id
                AND seat.controller = 'player' AND seat.number = ANY (NEW.turn_seats)),
            ('table_finished', 0, OLD.status <> 'finished' AND NEW.status = 'finished')
        ) AS told (kind, turn, so)
        WHERE seat.table_id = NEW.id AND seat.kind = 'player' AND told.so
        ORDER BY person, told.kind
    LOOP
        PERFORM games_notify(news.person, news.kind, NEW.id, news.turn, NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER table_tells_its_people AFTER UPDATE OF status, turn_id ON games_table
    FOR EACH ROW WHEN (OLD.turn_id IS DISTINCT FROM NEW.turn_id OR OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION games_tell_people_of_table();
"""

DROP = """
DROP TRIGGER table_tells_its_people ON games_table;
DROP FUNCTION games_tell_people_of_table();
DROP FUNCTION games_notify(uuid, text, uuid, integer, uuid);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_people'),
        ('games', '0011_queue'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='NoticeCount',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('last', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'count of notices',
                'verbose_name_plural': 'counts of notices',
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(choices=[('your_turn', 'your turn'), ('table_started', 'the match has begun'), ('table_finished', 'the match is over'), ('invitation', 'invitation'), ('friend_request', 'friend request'), ('friend_accepted', 'new friend')], max_length=20, verbose_name='kind')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='question')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'ordering': ['seq'],
                'indexes': [models.Index(fields=['at'], name='notice_at')],
                'constraints': [models.UniqueConstraint(fields=('person', 'seq'), name='notice_seq_once'), models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('table', 'turn', 'kind', 'person'), name='notice_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'your_turn'), ('table__isnull', False), ('turn__gt', 0)), models.Q(models.Q(('kind', 'your_turn'), _negated=True), ('turn', 0)), _connector='OR'), name='notice_of_a_turn_has_one')],
            },
        ),
        migrations.RunSQL(CREATE, DROP),
    ]
