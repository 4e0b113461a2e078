// Every table and index of the embedded database. A step is never changed once released; a new one is added below it, and
// the database remembers in user_version how many it has had.

export const STEPS: readonly string[] = [
  `
  CREATE TABLE people (
    id BLOB PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, hue INTEGER NOT NULL, created_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sign_ins (
    hash BLOB PRIMARY KEY, email TEXT NOT NULL, browser TEXT NOT NULL, expires_at INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE maps (id BLOB PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE grants (
    map BLOB NOT NULL, person BLOB NOT NULL, link BLOB NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (map, person, link)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX grants_by_person ON grants (person, map);
  CREATE TABLE opened (
    person BLOB NOT NULL, map BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, map)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE links (
    id BLOB PRIMARY KEY, map BLOB NOT NULL, hash BLOB NOT NULL UNIQUE, role TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_map ON links (map);
  CREATE TABLE revocations (
    kind TEXT NOT NULL, subject BLOB NOT NULL, epoch INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX revocations_by_time ON revocations (at);
  `,
  `
  CREATE TABLE accounts (
    person BLOB PRIMARY KEY, password TEXT, provider BLOB UNIQUE, owner INTEGER NOT NULL DEFAULT 0, disabled_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session_records (
    session BLOB PRIMARY KEY, person BLOB NOT NULL, device TEXT NOT NULL, way TEXT NOT NULL, began_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_records_by_person ON session_records (person, seen_at);
  CREATE INDEX session_records_by_time ON session_records (seen_at);
  `,
];
