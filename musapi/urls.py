"""Addresses."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from musapi import health, pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.to_the_docs),
    path("api/v1", pages.to_the_docs),
    path("api/v1/", pages.to_the_docs),
    path("livez", health.LivezView.as_view()),
    path("readyz", health.ReadyzView.as_view()),
    path("admin/", admin.site.urls),
    path("api/v1/meta", pages.MetaView.as_view()),
    path("api/v1/openapi.json", pages.openapi, {"version": "3.1"}, name="openapi"),
    path("api/v1/openapi-3.0.json", pages.openapi, {"version": "3.0"}),
    path("api/v1/docs", pages.only_read(pages.DocsView.as_view())),
    path("api/v1/docs/errors", pages.problem_page),
    path("api/v1/docs/guide", pages.guide_page),
    path("api/v1/", include("accounts.urls")),
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("push.urls")),
]

handler400 = "musapi.errors.bad_request"
handler403 = "musapi.errors.permission_denied"
handler404 = "musapi.errors.page_not_found"
handler500 = "musapi.errors.server_error"
