"""A column that follows another one."""

from django.db import models

from accounts import names


class SkeletonField(models.CharField):
    """The skeleton of the row's username, set anew at every save: what makes look-alikes collide."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = names.skeleton(getattr(model_instance, "username"))  # noqa: B009 - any model with a username
        setattr(model_instance, self.attname, value)
        return value
