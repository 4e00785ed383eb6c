"""Skeletons overlook marks at the ends and read 3, 4, 5, 7 and 8 as letters.

Who looks like an older account from now on keeps the name, with a number behind the skeleton.
"""

import re
import unicodedata

from django.db import migrations

import accounts.fields

# As accounts.names had it at the time.
LOOK_ALIKES = (("œ", "oe"), ("æ", "ae"), ("đ", "d"), ("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))
DIGITS = str.maketrans("34578", "eastb")
AT_ONCE = 1000


def before(name):
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(letter)
    )
    for seen, read in LOOK_ALIKES:
        plain = plain.replace(seen, read)
    return re.sub(r"[._-]+", "-", plain)


def after(name):
    return before(name).translate(DIGITS).strip("-")


def shared_out(users, look):
    """New skeletons by id, of those that change. The older of two look-alikes has it as it is."""
    given, changed = {}, {}
    for key, username, stored in users:
        plain = look(username)
        given[plain] = given.get(plain, 0) + 1
        wanted = plain if given[plain] == 1 else f"{plain}~{given[plain]}"
        if wanted != stored:
            changed[key] = wanted
    return changed


def restate(apps, look):
    """By way of a skeleton that nobody can have: the new one may still be somebody else's old one."""
    User = apps.get_model("accounts", "User")
    users = User.objects.order_by("created_at", "id").values_list("id", "username", "skeleton")
    changed = list(shared_out(users.iterator(), look).items())
    for step in (lambda key, wanted: f"~{key.hex}", lambda key, wanted: wanted):
        for start in range(0, len(changed), AT_ONCE):
            _write(User, {key: step(key, wanted) for key, wanted in changed[start : start + AT_ONCE]})


def _write(User, skeletons):
    rows = list(User.objects.filter(pk__in=skeletons).only("id"))
    for row in rows:
        row.skeleton = skeletons[row.pk]
    User.objects.bulk_update(rows, ["skeleton"])


def forwards(apps, schema_editor):
    restate(apps, after)


def backwards(apps, schema_editor):
    restate(apps, before)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_notification_choices")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="skeleton",
            field=accounts.fields.SkeletonField(editable=False, max_length=48, unique=True),
        ),
        migrations.RunPython(forwards, backwards),
    ]
