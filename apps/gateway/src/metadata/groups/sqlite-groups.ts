import { idBytes, idText, mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { mustLinkRole } from '../roles.ts';
import { bytes, integer, type Row, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { THESE, these } from '../sqlite/these.ts';
import { mustBeTexts } from '../shelf/sqlite-shelves.ts';
import { mustBeKept } from './kept-settings.ts';
import type {
  GivenGroup,
  Group,
  GroupAddress,
  GroupGrant,
  GroupMember,
  GroupNotice,
  GroupNoticeStore,
  GroupStore,
} from './group-store.ts';

/** What stands in a group, and goes with it. */
const OF_GROUP = ['group_addresses', 'group_grants', 'group_notices'] as const;

const GIVEN = `SELECT group_grants.*, people_groups.owner, people_groups.name, maps.editors_invite
  FROM group_grants JOIN people_groups ON people_groups.id = group_grants.of_group LEFT JOIN maps ON maps.id = group_grants.map`;
const MEMBERS = `SELECT group_addresses.of_group, people.id AS person, group_addresses.id AS entry, group_addresses.at, group_addresses.settings
  FROM group_addresses JOIN people ON people.email = group_addresses.email`;

/** Groups in SQLite. */
export function sqliteGroups(db: SqliteDatabase): GroupStore {
  return { ...groups(db), ...addresses(db), ...grants(db), ...notices(db) };
}

/** Removes the group, or all of an owner, with everything in them. */
export function removeGroups(db: SqliteDatabase, by: 'id' | 'owner', value: Uint8Array): void {
  const ids = `SELECT id FROM people_groups WHERE ${by} = ?`;
  for (const table of OF_GROUP) db.run(`DELETE FROM ${table} WHERE of_group IN (${ids})`, value);
  db.run(`DELETE FROM people_groups WHERE ${by} = ?`, value);
}

type OfGroups = Pick<GroupStore, 'addGroup' | 'group' | 'groupsOf' | 'renameGroup' | 'removeGroup'>;

function groups(db: SqliteDatabase): OfGroups {
  return {
    addGroup: async ({ id, owner, name, createdAt }) => {
      const sql = 'INSERT INTO people_groups (id, owner, name, created_at) VALUES (?, ?, ?, ?)';
      db.run(sql, idBytes(id), idBytes(owner), name, createdAt);
    },
    group: async (id) => db.readOne(toGroup, 'SELECT * FROM people_groups WHERE id = ?', idBytes(id)),
    groupsOf: async (owner) =>
      db.all('SELECT * FROM people_groups WHERE owner = ? ORDER BY created_at, id', idBytes(owner)).map(toGroup),
    renameGroup: async (id, name) => {
      db.run('UPDATE people_groups SET name = ? WHERE id = ?', name, idBytes(id));
    },
    removeGroup: async (id) => db.together(() => removeGroups(db, 'id', idBytes(id))),
  };
}

type OfAddresses = Pick<
  GroupStore,
  'tryAddToGroup' | 'removeFromGroup' | 'addressesIn' | 'groupSizes' | 'isInGivenGroup' | 'groupMembers'
>;

function addresses(db: SqliteDatabase): OfAddresses {
  const count = (group: Uint8Array): number =>
    integer(db.get('SELECT COUNT(*) AS n FROM group_addresses WHERE of_group = ?', group)?.['n']);
  return {
    tryAddToGroup: async (all, most) =>
      db.together(() => {
        const added: Uint8Array[] = [];
        for (const { id, group, email, at } of all) {
          // Of a group that is gone meanwhile nothing is kept.
          const sql = `INSERT INTO group_addresses (id, of_group, email, at) SELECT ?1, ?2, ?3, ?4
            WHERE EXISTS (SELECT 1 FROM people_groups WHERE id = ?2) ON CONFLICT (of_group, email) DO NOTHING`;
          if (db.run(sql, idBytes(id), idBytes(group), email, at) === 1) added.push(idBytes(id));
        }
        const isTooMuch = [...new Set(all.map(({ group }) => group))].some((group) => count(idBytes(group)) > most);
        if (isTooMuch) for (const id of added) db.run('DELETE FROM group_addresses WHERE id = ?', id);
        return !isTooMuch;
      }),
    removeFromGroup: async (group, emails) =>
      db.together(() => {
        for (const table of ['group_addresses', 'group_notices']) {
          const sql = `DELETE FROM ${table} WHERE of_group = ? AND email IN (SELECT value FROM json_each(?))`;
          db.run(sql, idBytes(group), JSON.stringify(emails));
        }
      }),
    addressesIn: async (ids) => {
      const sql = `SELECT * FROM group_addresses WHERE of_group IN ${THESE} ORDER BY at, id`;
      return db.all(sql, these(ids)).map(toAddress);
    },
    groupSizes: async (ids) => {
      const sql = `SELECT of_group, COUNT(*) AS n FROM group_addresses WHERE of_group IN ${THESE} GROUP BY of_group`;
      return new Map(db.all(sql, these(ids)).map((row) => [idText(bytes(row['of_group'])), integer(row['n'])]));
    },
    isInGivenGroup: async (email) => {
      const sql = `SELECT 1 FROM group_addresses JOIN group_grants USING (of_group) WHERE email = ? LIMIT 1`;
      return db.get(sql, email) !== null;
    },
    groupMembers: async (ids, people) => {
      const sql = `${MEMBERS} WHERE group_addresses.of_group IN ${THESE.replace('?', '?1')}`;
      const rows =
        people === null
          ? db.all(sql, these(ids))
          : db.all(`${sql} AND people.id IN ${THESE.replace('?', '?2')}`, these(ids), these(people));
      return rows.map(toMember);
    },
  };
}

type OfGrants = Pick<
  GroupStore,
  'putGroupGrant' | 'removeGroupGrant' | 'groupsOn' | 'groupGrantsOf' | 'groupGrantsFor' | 'openedBy'
>;

function grants(db: SqliteDatabase): OfGrants {
  return {
    putGroupGrant: async ({ group, map, role, at }) => {
      const sql = `INSERT INTO group_grants (of_group, map, role, at) SELECT ?1, ?2, ?3, ?4
        WHERE EXISTS (SELECT 1 FROM people_groups WHERE id = ?1) ON CONFLICT (map, of_group) DO UPDATE SET role = excluded.role`;
      db.run(sql, idBytes(group), idBytes(map), role, at);
    },
    removeGroupGrant: async (group, map) =>
      db.together(() => {
        for (const table of ['group_grants', 'group_notices']) {
          db.run(`DELETE FROM ${table} WHERE of_group = ? AND map = ?`, idBytes(group), idBytes(map));
        }
      }),
    groupsOn: async (maps) =>
      db
        .all(`${GIVEN} WHERE group_grants.map IN ${THESE} ORDER BY group_grants.at, of_group`, these(maps))
        .map(toGiven),
    groupGrantsOf: async (ids) =>
      db.all(`SELECT * FROM group_grants WHERE of_group IN ${THESE} ORDER BY at DESC, map`, these(ids)).map(toGrant),
    groupGrantsFor: async (person) => {
      const sql = `${GIVEN} JOIN group_addresses ON group_addresses.of_group = group_grants.of_group
        JOIN people ON people.email = group_addresses.email WHERE people.id = ? ORDER BY group_grants.at, group_grants.of_group`;
      return db.all(sql, idBytes(person)).map(toGiven);
    },
    openedBy: async (maps, people) => {
      const sql = `SELECT map, person, entry FROM opened WHERE map IN ${THESE.replace('?', '?1')} AND person IN ${THESE.replace('?', '?2')}`;
      return db.all(sql, these(maps), these(people)).map((row) => {
        const entry = row['entry'] === null ? null : idText(bytes(row['entry']));
        return { map: mustMapId(bytes(row['map'])), person: mustPersonId(bytes(row['person'])), entry };
      });
    },
  };
}

function notices(db: SqliteDatabase): GroupNoticeStore {
  return {
    addGroupNotices: async (all) =>
      db.together(() => {
        for (const { id, group, map, email, at, dueAt } of all) {
          const sql =
            'INSERT OR IGNORE INTO group_notices (id, of_group, map, email, at, due_at) VALUES (?, ?, ?, ?, ?, ?)';
          db.run(sql, idBytes(id), idBytes(group), idBytes(map), email, at, dueAt);
        }
      }),
    dueGroupNotices: async (nowMs, limit) =>
      db.all('SELECT * FROM group_notices WHERE due_at <= ? ORDER BY due_at, id LIMIT ?', nowMs, limit).map(toNotice),
    postponeGroupNotices: async (ids, dueAt) => {
      db.run(`UPDATE group_notices SET due_at = ? WHERE id IN ${THESE}`, dueAt, these(ids));
    },
    removeGroupNotices: async (ids) => {
      db.run(`DELETE FROM group_notices WHERE id IN ${THESE}`, these(ids));
    },
  };
}

function toGroup(row: Row): Group {
  const owner = mustPersonId(bytes(row['owner']));
  return { id: idText(bytes(row['id'])), owner, name: text(row['name']), createdAt: integer(row['created_at']) };
}

function toAddress(row: Row): GroupAddress {
  const [id, group] = [idText(bytes(row['id'])), idText(bytes(row['of_group']))];
  return { id, group, email: text(row['email']), at: integer(row['at']) };
}

function toMember(row: Row): GroupMember {
  const person = mustPersonId(bytes(row['person']));
  const [group, entry] = [idText(bytes(row['of_group'])), idText(bytes(row['entry']))];
  const kept = mustBeTexts(JSON.parse(text(row['settings']))).map(mustBeKept);
  return { group, person, entry, at: integer(row['at']), kept };
}

function toGrant(row: Row): GroupGrant {
  const [group, map] = [idText(bytes(row['of_group'])), mustMapId(bytes(row['map']))];
  return { group, map, role: mustLinkRole(row['role']), at: integer(row['at']) };
}

function toGiven(row: Row): GivenGroup {
  const owner = mustPersonId(bytes(row['owner']));
  return { ...toGrant(row), owner, name: text(row['name']), mayEditorsInvite: row['editors_invite'] === 1 };
}

function toNotice(row: Row): GroupNotice {
  return { ...toAddress(row), map: mustMapId(bytes(row['map'])), dueAt: integer(row['due_at']) };
}
