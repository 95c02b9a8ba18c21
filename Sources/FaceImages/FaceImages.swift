// Pictures: decoding through the helper process, filters, cascades, sources.
