"""The tables' part of the OpenAPI document: shapes, examples, and what each operation says of itself.

The shapes are JSON Schema and not serializers: a view is built once, by an allow-list, and is not read
field by field a second time. The tests hold every answer of whole matches against these shapes.
"""
