"""Addresses of the push part of the API."""

from django.urls import URLPattern, path

from musapi.converters import IdConverter as IdConverter
from push import views

urlpatterns: list[URLPattern] = [
    path("me/devices", views.PushDevicesView.as_view()),
    path("me/devices/<id:device_id>", views.PushDeviceView.as_view()),
]
