"""A column that follows another one."""

from typing import TYPE_CHECKING, Any

from django.db import models

from accounts import names

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


class SkeletonField(_CharField):
    """The skeleton of the row's username, set anew at every save: what makes look-alikes collide."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        value = names.skeleton(model_instance.username)
        setattr(model_instance, self.attname, value)
        return value
