// Notebooks: parse, replay, compare, promote.
