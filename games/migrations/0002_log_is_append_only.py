"""The log and the finished hands are written once: the database itself refuses to change or delete a row.

TRUNCATE is not refused (tests empty their own database with it). Whoever owns the tables can switch the
triggers off; `manage.py verify_matches` would find what was changed meanwhile.
"""

from django.db import migrations

CREATE = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER event_is_append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER hand_is_append_only BEFORE UPDATE OR DELETE ON games_hand
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
"""

DROP = """
DROP TRIGGER event_is_append_only ON games_event;
DROP TRIGGER hand_is_append_only ON games_hand;
DROP FUNCTION games_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(CREATE, DROP)]
