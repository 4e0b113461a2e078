import type { PersonId } from '@bough/base';
import { toGrant } from '../grants/sqlite-grants.ts';
import { idBytes, idText } from '../ids-in-bytes.ts';
import { mustBeTexts } from '../shelf/sqlite-shelves.ts';
import { bytes, NONE, text } from '../sqlite/rows.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { keptTexts } from './kept-settings.ts';

/** Keeps what owners set for the person beside the address, which they have no more, in groups that have it. */
export function keepSettings(db: SqliteDatabase, person: PersonId, email: string): void {
  const set = 'SELECT * FROM grants WHERE person = ? AND link = ? AND is_set = 1';
  const settings = db.all(set, idBytes(person), NONE).map(toGrant);
  if (settings.length === 0) return;
  for (const row of db.all('SELECT id, of_group, settings FROM group_addresses WHERE email = ?', email)) {
    const given = db.all('SELECT map FROM group_grants WHERE of_group = ?', bytes(row['of_group']));
    const maps = new Set(given.map(({ map }) => idText(bytes(map))));
    const own = settings.filter(({ map }) => maps.has(map));
    const kept = keptTexts(mustBeTexts(JSON.parse(text(row['settings']))), own);
    db.run('UPDATE group_addresses SET settings = ? WHERE id = ?', JSON.stringify(kept), bytes(row['id']));
  }
}
