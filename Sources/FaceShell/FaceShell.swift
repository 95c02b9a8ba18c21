// Line editor, script runner, printer, signals, exit codes.
