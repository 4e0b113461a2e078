import { type MapId, parsePrefixName, type PersonId, prefixText } from '@bough/base';
import type { CommentsRead } from '@bough/contracts';
import { putGrant } from '../grants/sqlite-grants.ts';
import { idBytes, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { mustRole } from '../roles.ts';
import { mustBeTexts, toShelved } from '../shelf/sqlite-shelves.ts';
import { bytes, integer, maybeInteger, NONE, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import { readFrom, textsOf } from './comments-read.ts';
import { listedOnce } from './listed-once.ts';
import type { MapChange, MapEntry, MapListing, MapRecord, MapStore, OpenedMap, PublicPage } from './map-store.ts';

const KEPT = `LEFT JOIN opened ON opened.person = ?1 AND opened.map = maps.id
  LEFT JOIN shelves ON shelves.person = ?1 AND shelves.map = maps.id`;
const COLUMNS = 'maps.*, opened.at AS opened_at, shelves.starred, shelves.tags, shelves.folder';

/** What goes with its map. */
const OF_MAP = 'grants group_grants group_notices links opened shelves watches rings map_texts map_words'.split(' ');

/** Maps in SQLite. */
export function sqliteMaps(db: SqliteDatabase): MapStore {
  const putOpened = (map: MapId, person: PersonId, at: number, entry: string | null = null): void => {
    const sql = `INSERT INTO opened (person, map, at, entry) VALUES (?, ?, ?, ?)
      ON CONFLICT (person, map) DO UPDATE SET at = excluded.at, entry = COALESCE(excluded.entry, opened.entry)`;
    db.run(sql, idBytes(person), idBytes(map), at, entry === null ? null : idBytes(entry));
  };
  return {
    addMap: async ({ id, title, createdAt }, owner) =>
      db.together(() => {
        db.run('INSERT INTO maps (id, title, created_at) VALUES (?, ?, ?)', idBytes(id), title, createdAt);
        putGrant(db, { map: id, person: owner, role: 'own', link: null, at: createdAt });
        putOpened(id, owner, createdAt);
      }),
    map: async (id) => db.readOne(toMap, 'SELECT * FROM maps WHERE id = ?', idBytes(id)),
    maps: async (ids) => db.all(`SELECT * FROM maps WHERE id IN ${THESE}`, these(ids)).map(toMap),
    setTitle: async (id, title) => {
      db.run('UPDATE maps SET title = ? WHERE id = ?', title, idBytes(id));
    },
    setChanged: async (changed) => db.together(() => changed.forEach((each) => setChanged(db, each))),
    setTrashed: async (id, at) => {
      db.run('UPDATE maps SET trashed_at = ? WHERE id = ?', at, idBytes(id));
    },
    setPage: async (id, page) => {
      db.run('UPDATE maps SET page = ? WHERE id = ?', page, idBytes(id));
    },
    setInviting: async (id, mayEditorsInvite) => {
      db.run('UPDATE maps SET editors_invite = ? WHERE id = ?', mayEditorsInvite ? 1 : 0, idBytes(id));
    },
    trashedBefore: async (at, limit) => {
      const sql = 'SELECT id FROM maps WHERE trashed_at < ? ORDER BY trashed_at LIMIT ?';
      return db.all(sql, at, limit).map((row) => mustMapId(bytes(row['id'])));
    },
    removeMap: async (id) =>
      db.together(() => {
        db.run('DELETE FROM invitations WHERE target = ?', idBytes(id));
        for (const table of OF_MAP) {
          db.run(`DELETE FROM ${table} WHERE map = ?`, idBytes(id));
        }
        db.run('DELETE FROM maps WHERE id = ?', idBytes(id));
      }),
    entries: async (maps, person) => {
      const sql = `SELECT ${COLUMNS} FROM maps ${KEPT} WHERE maps.id IN ${THESE.replace('?', '?2')}`;
      return db.all(sql, idBytes(person), these(maps)).map(toEntry);
    },
    mapsOf: async (person) => {
      const sql = `SELECT ${COLUMNS}, grants.role, grants.at AS granted_at FROM grants
        JOIN maps ON maps.id = grants.map ${KEPT} WHERE grants.person = ?1`;
      return listedOnce(db.all(sql, idBytes(person)).map(toListing));
    },
    setOpened: async (map, person, at, entry) => putOpened(map, person, at, entry),
    ...commentReads(db),
    ...seen(db),
    opened: async (person, after, limit) => openedBehind(db, person, after, limit),
  };
}

function toRead(row: Row): CommentsRead {
  return readFrom(maybeInteger(row['read_up_to']), mustBeTexts(JSON.parse(text(row['read_threads']))));
}

function seen(db: SqliteDatabase): Pick<MapStore, 'seenOf' | 'setSeen'> {
  return {
    seenOf: async (map, person) => {
      const sql = 'SELECT seen FROM opened WHERE person = ? AND map = ?';
      return db.readOne(
        (row) => (row['seen'] === null ? null : parsePrefixName(text(row['seen']))),
        sql,
        idBytes(person),
        idBytes(map),
      );
    },
    setSeen: async (map, person, name) => {
      const sql = 'UPDATE opened SET seen = ? WHERE person = ? AND map = ?';
      db.run(sql, prefixText(name), idBytes(person), idBytes(map));
    },
  };
}

function commentReads(db: SqliteDatabase): Pick<MapStore, 'commentsRead' | 'setCommentsRead'> {
  return {
    commentsRead: async (map, person) => {
      const sql = 'SELECT read_up_to, read_threads FROM opened WHERE person = ? AND map = ?';
      return db.readOne(toRead, sql, idBytes(person), idBytes(map)) ?? readFrom(null, []);
    },
    setCommentsRead: async (map, person, read) => {
      const sql = 'UPDATE opened SET read_up_to = ?, read_threads = ? WHERE person = ? AND map = ?';
      db.run(sql, read.upTo, JSON.stringify(textsOf(read)), idBytes(person), idBytes(map));
    },
  };
}

function openedBehind(db: SqliteDatabase, person: PersonId, after: OpenedMap | null, limit: number): OpenedMap[] {
  const sql = `SELECT map, at FROM opened WHERE person = ?1 AND at <= ?2 AND (at < ?2 OR map > ?3)
    ORDER BY at DESC, map LIMIT ?4`;
  const [at, map] = after === null ? [Number.MAX_SAFE_INTEGER, NONE] : [after.at, idBytes(after.map)];
  return db.all(sql, idBytes(person), at, map, limit).map((row) => {
    return { map: mustMapId(bytes(row['map'])), at: integer(row['at']) };
  });
}

function toListing(row: Row): MapListing {
  const entry = toEntry(row);
  return { ...entry, role: mustRole(row['role']), openedAt: entry.openedAt ?? integer(row['granted_at']) };
}

function toEntry(row: Row): MapEntry {
  return { ...toMap(row), ...toShelved(row), openedAt: maybeInteger(row['opened_at']) };
}

function toMap(row: Row): MapRecord {
  const createdAt = integer(row['created_at']);
  return {
    id: mustMapId(bytes(row['id'])),
    title: text(row['title']),
    createdAt,
    changedAt: maybeInteger(row['changed_at']) ?? createdAt,
    changedBy: row['changed_by'] === null ? null : mustPersonId(bytes(row['changed_by'])),
    trashedAt: maybeInteger(row['trashed_at']),
    page: toPage(row['page']),
    mayEditorsInvite: row['editors_invite'] === 1,
  };
}

function toPage(kept: unknown): PublicPage {
  return kept === 'look' || kept === 'copy' ? kept : 'none';
}

function setChanged(db: SqliteDatabase, { id, at, by }: MapChange): void {
  const sql =
    'UPDATE maps SET changed_at = ?1, changed_by = ?2 WHERE id = ?3 AND ?1 >= COALESCE(changed_at, created_at)';
  db.run(sql, at, by === null ? null : idBytes(by), idBytes(id));
}
