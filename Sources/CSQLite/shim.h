// SQLite, and the few parts of its interface that Swift cannot import as they are.
#pragma once
#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast macro, which Swift does not import. A null `text` binds the empty
/// text: SQLite itself would bind NULL.
static inline int fsq_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text ? text : "", bytes, SQLITE_TRANSIENT);
}

/// As `fsq_bind_text`, for bytes.
static inline int fsq_bind_blob(sqlite3_stmt *statement, int index, const void *data, int bytes) {
  return sqlite3_bind_blob(statement, index, data, bytes, SQLITE_TRANSIENT);
}
