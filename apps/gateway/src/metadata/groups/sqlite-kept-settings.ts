import type { PersonId } from '@bough/base';
import { putGrant, toGrant } from '../grants/sqlite-grants.ts';
import { idBytes, idText } from '../ids-in-bytes.ts';
import { mustLinkRole, strongest } from '../roles.ts';
import { bytes, NONE, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { mustBeTexts } from '../shelf/sqlite-shelves.ts';
import { keptText, mustBeKept, settingsToTake } from './kept-settings.ts';

/** Keeps what owners set for the person beside their address, in groups that have it: they are about to have it no more. */
export function keepSettings(db: SqliteDatabase, person: PersonId): void {
  const set = 'SELECT * FROM grants WHERE person = ? AND link = ? AND is_set = 1';
  const settings = db.all(set, idBytes(person), NONE).map(toGrant);
  const inLists = `SELECT group_addresses.id, of_group FROM group_addresses JOIN people ON people.email = group_addresses.email
    WHERE people.id = ?`;
  for (const row of db.all(inLists, idBytes(person))) {
    const given = db.all('SELECT map FROM group_grants WHERE of_group = ?', bytes(row['of_group']));
    const maps = new Set(given.map(({ map }) => idText(bytes(map))));
    const kept = settings.filter(({ map }) => maps.has(map)).map(keptText);
    db.run('UPDATE group_addresses SET settings = ? WHERE id = ?', JSON.stringify(kept), bytes(row['id']));
  }
}

/** Sets for the person, who has the address now, what was set for who had it before. */
export function takeSettings(db: SqliteDatabase, person: PersonId, email: string): void {
  const rows = db.all(`SELECT settings FROM group_addresses WHERE email = ? AND settings <> '[]'`, email);
  if (rows.length === 0) return;
  const kept = rows.flatMap((row) => mustBeTexts(JSON.parse(text(row['settings']))).map(mustBeKept));
  const roles = 'SELECT role FROM group_grants JOIN group_addresses USING (of_group) WHERE email = ? AND map = ?';
  const taken = settingsToTake(kept, (map) =>
    strongest(db.all(roles, email, idBytes(map)).map(({ role }) => mustLinkRole(role))),
  );
  for (const setting of taken) {
    const own = 'SELECT 1 FROM grants WHERE map = ? AND person = ? AND link = ?';
    if (db.get(own, idBytes(setting.map), idBytes(person), NONE) !== null) continue;
    putGrant(db, { ...setting, person, link: null, isSet: true });
  }
  db.run(`UPDATE group_addresses SET settings = '[]' WHERE email = ?`, email);
}
