import SQLiteStore

/// The tables of a catalogue.
enum CatalogueSchema {
  /// "FBds" in the file's header.
  static let current = SQLiteSchema(
    applicationID: 0x4642_6473, steps: [first, contents, captures])

  /// Layout 1.
  ///
  /// `subject` rows are never deleted, so that a number never comes to mean somebody else. `digest`
  /// and `thumbnail` are null or absent while the pixels have not been read.
  private static let first = """
    CREATE TABLE subject (
      label INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE face (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      label INTEGER NOT NULL REFERENCES subject (label),
      file TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      mirror_of INTEGER UNIQUE REFERENCES face (id) ON DELETE CASCADE,
      session TEXT, yaw_deg REAL, pitch_deg REAL, condition TEXT, tags TEXT, capture INTEGER,
      width INTEGER NOT NULL, height INTEGER NOT NULL,
      digest TEXT,
      box_x INTEGER, box_y INTEGER, box_width INTEGER, box_height INTEGER,
      left_eye_x REAL, left_eye_y REAL, right_eye_x REAL, right_eye_y REAL,
      mouth_x REAL, mouth_y REAL,
      origin TEXT
    ) STRICT;
    CREATE INDEX face_by_subject ON face (label, session, yaw_deg, mirror_of);
    CREATE INDEX face_by_size ON face (width, height, mirror_of);
    CREATE TABLE head (
      face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      left_eye_x REAL, left_eye_y REAL, right_eye_x REAL, right_eye_y REAL,
      mouth_x REAL, mouth_y REAL,
      yaw_deg REAL, pitch_deg REAL, roll_deg REAL,
      ignored INTEGER NOT NULL,
      PRIMARY KEY (face, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE thumbnail (
      face INTEGER PRIMARY KEY REFERENCES face (id) ON DELETE CASCADE,
      levels BLOB NOT NULL
    ) STRICT;
    CREATE TABLE quality (
      face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
      measure TEXT NOT NULL,
      value REAL NOT NULL,
      PRIMARY KEY (face, measure)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE counter (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// Layout 2: faces by person and pixels in one index, for the fingerprint, for duplicates and for
  /// flipped copies.
  private static let contents = """
    CREATE INDEX face_by_content ON face (label, digest, mirror_of);
    """

  /// Layout 3: quality as one row a face, where the first had a row for each measure and no command
  /// that wrote any; captures, and the frames that faces were kept from.
  ///
  /// Faces without a row in `quality` have not been measured yet; `dataset check --pixels` measures them.
  private static let captures = """
    DROP TABLE quality;
    CREATE TABLE quality (
      face INTEGER PRIMARY KEY REFERENCES face (id) ON DELETE CASCADE,
      sharpness REAL NOT NULL, gradient REAL NOT NULL,
      clipped_dark REAL NOT NULL, clipped_bright REAL NOT NULL,
      mean REAL NOT NULL, contrast REAL NOT NULL,
      width INTEGER NOT NULL, eye_distance REAL
    ) STRICT;
    CREATE TABLE capture (
      number INTEGER PRIMARY KEY,
      verb TEXT NOT NULL,
      source TEXT NOT NULL,
      began INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE frame (
      face INTEGER PRIMARY KEY REFERENCES face (id) ON DELETE CASCADE,
      number INTEGER NOT NULL, seconds REAL,
      x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      angle_source TEXT, yaw_deviation_deg REAL
    ) STRICT;
    """
}
