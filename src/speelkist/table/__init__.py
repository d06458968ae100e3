"""What happens at a table, without any input or output: seats, commands, events, undo, history, analysis.

It uses the standard library and the games alone, so that it can run anywhere. ``commands`` turn what somebody wants
into events or raise ``Refused``; a ``Table`` is what its events make of it.
"""
