"""Addresses of the people part of the API."""

from django.urls import URLPattern, path

from accounts import views

urlpatterns: list[URLPattern] = [
    path("auth/guest", views.GuestView.as_view()),
    path("auth/register", views.RegisterView.as_view()),
    path("auth/login", views.LoginView.as_view()),
    path("auth/logout", views.LogoutView.as_view()),
    path("auth/logout-all", views.LogoutAllView.as_view()),
    path("me", views.MeView.as_view()),
    path("players/<str:username>", views.PlayerView.as_view()),
]
