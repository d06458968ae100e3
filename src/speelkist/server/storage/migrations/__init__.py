"""How databases of older versions become today's: one step a file in ``versions/``, run by ``database.prepare``.

A new step: change ``schema.py``, add ``versions/vNNNN_what.py`` with ``down_revision`` naming the step before it, and
raise ``HEAD`` in ``database.py``. A test compares where the steps lead with ``schema.py``. Steps are never edited once
released, and never import ``schema.py``: it goes on changing, they do not.
"""
