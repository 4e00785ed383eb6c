"""Made-up people, and the settings of the tables they open."""

from typing import Any

import factory
from factory.django import DjangoModelFactory

from accounts.models import Token, User
from games.wishes import TableSettings


class PersonFactory(DjangoModelFactory[User]):
    """A guest: nothing here needs a password."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"person-{number}")
    is_guest = True

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        return model_class.objects.create_user(*args, **kwargs)


class SettingsFactory(factory.Factory[TableSettings]):
    """Four people at a public table; traits for what else is wanted."""

    class Meta:
        model = TableSettings

    options = factory.LazyFunction(dict)

    class Params:
        alone = factory.Trait(seats=(None, "novice", "novice", "novice"))
        paired = factory.Trait(seats=(None, "novice", None, "novice"))
        quick = factory.Trait(options=factory.LazyFunction(lambda: {"target": 25}))
        traditional = factory.Trait(ruleset="traditional")
        private = factory.Trait(visibility="private")


def token_of(person: User) -> str:
    """What a new device of this person shows."""
    _, shown = Token.objects.create(user=person)
    return str(shown)
