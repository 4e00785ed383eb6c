"""A column that follows another one."""

from typing import TYPE_CHECKING, Any

from django.db import models

from accounts import names

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


class SkeletonField(_CharField):
    """The skeleton of the row's username, set anew at every save: what makes look-alikes collide.

    A name that was there before a rule made it look like an older one has the skeleton with a number, as in
    `ana~2`, which no new name can have; it keeps it for as long as it keeps its name.
    """

    def pre_save(self, model_instance: Any, add: bool) -> str:
        value = names.skeleton(model_instance.username)
        stored = str(getattr(model_instance, self.attname))
        if stored.startswith(value + names.NUMBERED):
            return stored
        setattr(model_instance, self.attname, value)
        return value
