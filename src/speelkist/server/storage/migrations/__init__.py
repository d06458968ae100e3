"""How databases of older versions become today's: one revision a file in ``versions/``, run by ``database.prepare``.

A new revision: change ``schema.py``, add ``versions/vNNNN_what.py`` with ``down_revision`` naming the one before it,
and raise ``HEAD`` in ``database.py``. A test compares where the revisions lead with ``schema.py``. A revision is never
edited once it is released, and never imports ``schema.py``, which goes on changing.
"""
