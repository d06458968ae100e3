"""The subcommands of `speelkist`."""
