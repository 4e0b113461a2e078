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
  `
  ALTER TABLE maps ADD COLUMN changed_at INTEGER;
  ALTER TABLE maps ADD COLUMN changed_by BLOB;
  ALTER TABLE maps ADD COLUMN trashed_at INTEGER;
  ALTER TABLE maps ADD COLUMN page TEXT NOT NULL DEFAULT 'none';
  CREATE INDEX maps_by_trashing ON maps (trashed_at) WHERE trashed_at IS NOT NULL;
  ALTER TABLE grants ADD COLUMN may_copy INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE grants ADD COLUMN until INTEGER;
  ALTER TABLE links ADD COLUMN needs_sign_in INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN may_copy INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE links ADD COLUMN expires_at INTEGER;
  CREATE INDEX links_by_end ON links (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE shelves (
    person BLOB NOT NULL, map BLOB NOT NULL, starred INTEGER NOT NULL DEFAULT 0, tags TEXT NOT NULL DEFAULT '[]', folder BLOB,
    PRIMARY KEY (person, map)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shelves_by_folder ON shelves (folder) WHERE folder IS NOT NULL;
  CREATE INDEX shelves_by_map ON shelves (map) WHERE folder IS NOT NULL;
  CREATE TABLE folders (
    id BLOB PRIMARY KEY, owner BLOB NOT NULL, parent BLOB, name TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX folders_by_owner ON folders (owner);
  CREATE TABLE folder_grants (
    folder BLOB NOT NULL, person BLOB NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (folder, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX folder_grants_by_person ON folder_grants (person);
  CREATE TABLE invitations (
    id BLOB PRIMARY KEY, kind TEXT NOT NULL, target BLOB NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL, inviter BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, UNIQUE (target, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_by_email ON invitations (email);
  CREATE INDEX invitations_by_end ON invitations (expires_at);
  CREATE TABLE tokens (
    id BLOB PRIMARY KEY, person BLOB NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL, used_at INTEGER, expires_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_by_person ON tokens (person);
  CREATE TABLE repeatables (
    hash BLOB PRIMARY KEY, request BLOB NOT NULL, at INTEGER NOT NULL, answer TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX repeatables_by_time ON repeatables (at);
  CREATE TABLE map_texts (map BLOB PRIMARY KEY, seq INTEGER NOT NULL, texts BLOB NOT NULL) STRICT;
  CREATE TABLE map_words (word TEXT NOT NULL, map BLOB NOT NULL, PRIMARY KEY (word, map)) STRICT, WITHOUT ROWID;
  CREATE INDEX map_words_by_map ON map_words (map);
  `,
  `
  ALTER TABLE people ADD COLUMN became BLOB;
  INSERT OR IGNORE INTO opened (person, map, at) SELECT person, map, MIN(at) FROM grants GROUP BY person, map;
  CREATE INDEX opened_by_time ON opened (person, at DESC, map);
  ALTER TABLE map_texts ADD COLUMN behind INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX map_texts_behind ON map_texts (map) WHERE behind = 1;
  `,
  `ALTER TABLE map_texts ADD COLUMN lineage TEXT NOT NULL DEFAULT ''`,
  `
  ALTER TABLE grants ADD COLUMN may_read_past INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE links ADD COLUMN may_read_past INTEGER NOT NULL DEFAULT 0;
  `,
  `ALTER TABLE grants ADD COLUMN invited INTEGER NOT NULL DEFAULT 0`,
  `CREATE TABLE set_up (id BLOB PRIMARY KEY, turn INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  // Tokens had no end unless one was said. They go on for a year, so that nothing stops on the day of the upgrade.
  'UPDATE tokens SET expires_at = unixepoch() * 1000 + 31536000000 WHERE expires_at IS NULL',
  `
  CREATE TABLE passkeys (
    id BLOB PRIMARY KEY, person BLOB NOT NULL, hash BLOB NOT NULL UNIQUE, credential TEXT NOT NULL, key TEXT NOT NULL,
    algorithm INTEGER NOT NULL, counter INTEGER NOT NULL, transports TEXT NOT NULL, name TEXT NOT NULL, may_sync INTEGER NOT NULL,
    created_at INTEGER NOT NULL, used_at INTEGER
  ) STRICT;
  CREATE INDEX passkeys_by_person ON passkeys (person);
  CREATE TABLE used_challenges (hash BLOB PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);
  `,
  // accounts.provider is from when there was one: it is read, and written no more.
  `
  CREATE TABLE provider_people (
    subject BLOB PRIMARY KEY, person BLOB NOT NULL, issuer BLOB NOT NULL, UNIQUE (person, issuer)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE accounts ADD COLUMN owner_by BLOB;
  ALTER TABLE session_records ADD COLUMN issuer BLOB;
  ALTER TABLE session_records ADD COLUMN provider_session BLOB;
  CREATE INDEX session_records_by_provider ON session_records (provider_session) WHERE provider_session IS NOT NULL;
  `,
  // What is said in the audit log stays as it is: only the name goes, with the account.
  `
  CREATE TABLE audit (
    id BLOB PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, person BLOB, body TEXT NOT NULL, name TEXT, salt TEXT,
    hash BLOB NOT NULL, seal BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX audit_by_time ON audit (at);
  CREATE INDEX audit_by_person ON audit (person, id) WHERE person IS NOT NULL;
  CREATE INDEX audit_by_kind ON audit (what, id);
  CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
  WHEN NEW.name IS NOT NULL OR NEW.salt IS NOT NULL OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.what IS NOT OLD.what
    OR NEW.person IS NOT OLD.person OR NEW.body IS NOT OLD.body OR NEW.hash IS NOT OLD.hash OR NEW.seal IS NOT OLD.seal
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are not changed'); END;
  `,
  `
  CREATE TABLE second_steps (
    person BLOB PRIMARY KEY, sealed TEXT NOT NULL, on_at INTEGER, last_step INTEGER NOT NULL DEFAULT 0,
    codes TEXT NOT NULL DEFAULT '[]'
  ) STRICT, WITHOUT ROWID
  `,
  'ALTER TABLE second_steps ADD COLUMN codes_at INTEGER',
  'CREATE TABLE former_people (id BLOB PRIMARY KEY, name TEXT NOT NULL, hue INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  `
  ALTER TABLE opened ADD COLUMN read_up_to INTEGER;
  ALTER TABLE opened ADD COLUMN read_threads TEXT NOT NULL DEFAULT '[]';
  `,
  'ALTER TABLE opened ADD COLUMN seen TEXT',
  'ALTER TABLE maps ADD COLUMN editors_invite INTEGER NOT NULL DEFAULT 0',
  `
  CREATE TABLE asks (
    id BLOB PRIMARY KEY, kind TEXT NOT NULL, map BLOB NOT NULL, person BLOB NOT NULL, asker BLOB NOT NULL, message TEXT NOT NULL,
    at INTEGER NOT NULL, refused INTEGER NOT NULL DEFAULT 0, mailed INTEGER NOT NULL DEFAULT 0, UNIQUE (map, person, kind)
  ) STRICT;
  CREATE INDEX asks_by_person ON asks (person);
  CREATE INDEX asks_by_time ON asks (at);
  CREATE INDEX asks_unmailed ON asks (at) WHERE mailed = 0;
  `,
  `
  CREATE TABLE watches (
    map BLOB NOT NULL, person BLOB NOT NULL, told_to INTEGER, tells_to INTEGER, due_at INTEGER, PRIMARY KEY (map, person)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX watches_by_person ON watches (person);
  CREATE INDEX watches_by_due ON watches (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE watch_wishes (person BLOB PRIMARY KEY, wish TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE pictures (person BLOB PRIMARY KEY, hash TEXT NOT NULL, bytes TEXT NOT NULL) STRICT;
  CREATE TABLE rings (
    person BLOB NOT NULL, id BLOB NOT NULL, kind TEXT NOT NULL, map BLOB NOT NULL, ringer BLOB NOT NULL, at INTEGER NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0, item TEXT, comment TEXT, chat TEXT, PRIMARY KEY (person, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rings_by_person ON rings (person, at DESC, id);
  CREATE INDEX rings_by_time ON rings (at);
  CREATE INDEX rings_by_map ON rings (map);
  CREATE INDEX rings_by_ringer ON rings (ringer);
  CREATE TABLE rung (person BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX rung_by_time ON rung (at);
  `,
  'ALTER TABLE grants ADD COLUMN is_set INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE grants ADD COLUMN later TEXT',
  `
  CREATE TABLE people_groups (
    id BLOB PRIMARY KEY, owner BLOB NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_groups_by_owner ON people_groups (owner);
  CREATE TABLE group_addresses (
    id BLOB PRIMARY KEY, of_group BLOB NOT NULL, email TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (of_group, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_addresses_by_email ON group_addresses (email);
  CREATE TABLE group_grants (
    of_group BLOB NOT NULL, map BLOB NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (map, of_group)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_grants_by_group ON group_grants (of_group);
  CREATE TABLE group_notices (
    id BLOB PRIMARY KEY, of_group BLOB NOT NULL, map BLOB NOT NULL, email TEXT NOT NULL, at INTEGER NOT NULL,
    due_at INTEGER NOT NULL, UNIQUE (map, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_notices_by_due ON group_notices (due_at);
  CREATE INDEX group_notices_by_group ON group_notices (of_group);
  `,
  `
  ALTER TABLE invitations ADD COLUMN until INTEGER;
  UPDATE grants SET is_set = 1 WHERE until IS NOT NULL AND link IS NULL;
  `,
  'ALTER TABLE opened ADD COLUMN entry BLOB',
  `ALTER TABLE group_addresses ADD COLUMN settings TEXT NOT NULL DEFAULT '[]'`,
];
