"""Addresses of the people part of the API."""

from django.urls import URLPattern, path

from accounts import friend_views, views
from musapi.converters import IdConverter as IdConverter

urlpatterns: list[URLPattern] = [
    path("auth/guest", views.GuestView.as_view()),
    path("auth/register", views.RegisterView.as_view()),
    path("auth/login", views.LoginView.as_view()),
    path("auth/logout", views.LogoutView.as_view()),
    path("auth/logout-all", views.LogoutAllView.as_view()),
    path("auth/devices", views.DevicesView.as_view()),
    path("auth/devices/<id:device_id>", views.DeviceView.as_view()),
    path("me", views.MeView.as_view()),
    path("me/password", views.PasswordView.as_view()),
    path("me/export", views.ExportView.as_view()),
    path("friends", friend_views.FriendsView.as_view()),
    path("friends/<str:username>", friend_views.FriendView.as_view()),
    path("friend-requests", friend_views.FriendRequestsView.as_view()),
    path("friend-requests/<id:request_id>", friend_views.FriendRequestView.as_view()),
    path("friend-requests/<id:request_id>/accept", friend_views.AcceptView.as_view()),
    path("blocks", friend_views.BlocksView.as_view()),
    path("blocks/<str:username>", friend_views.BlockView.as_view()),
]
