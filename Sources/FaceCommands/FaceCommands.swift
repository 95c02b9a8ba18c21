// The commands.
