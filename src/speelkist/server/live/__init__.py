"""Tables in memory: commands, presence, bots and clocks."""
