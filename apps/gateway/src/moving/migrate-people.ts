import { join } from 'node:path';
import { isInUse } from '@bough/disk';
import {
  commandSettings,
  isInPause,
  mongoName,
  moveStorage,
  type Over,
  platformClock,
  platformIds,
  platformPorts,
  readMovingWords,
  type Settings,
  stillRunning,
} from '@bough/service';
import { AuditLog, OF_BOUGH } from '../features/audit/audit-log.ts';
import { openToMove } from '../metadata/open-metadata.ts';
import { DATABASE } from '../metadata/sqlite/people-mark.ts';
import { deriveKeys, MADE_KEYS } from '../secrets/keys.ts';
import { gatewaySettings } from '../settings.ts';
import { movingPeople } from './moving-people.ts';

// The gateway's part of `npm run bough -- migrate-storage`.

const { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, BOUGH_COOKIE_KEYS } = gatewaySettings;
const TABLE = { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, BOUGH_COOKIE_KEYS };
type Chosen = Settings<typeof TABLE>;

/** Moves people and lists between the databases that the words name; answers the exit code. */
export async function migratePeople(words: readonly string[], say: (line: string) => void): Promise<number> {
  const given = readMovingWords(words);
  const settingsOf = (over: Over): Chosen => commandSettings('gateway', TABLE, MADE_KEYS, over);
  const [before, after] = [settingsOf(given.from), settingsOf(given.to)];
  mustKnowKeys(before, after);
  if (placeOf(before) === placeOf(after)) {
    say(`People and lists: they stay in ${placeOf(before)}.`);
    return 0;
  }
  if (isInPause(given.step)) mustBeStopped(before);
  const from = await openToMove(before, 'as it was');
  try {
    const to = await openToMove(after, 'may begin anew');
    try {
      const ends = [before, after].map(placeOf);
      const [fromName = '', toName = ''] = ends;
      const moving = movingPeople(platformClock, { name: fromName, metadata: from }, { name: toName, metadata: to });
      const wasMoved = (await from.moveMark())?.state === 'moved' && (await to.moveMark())?.state === 'whole';
      const isDone = await moveStorage({ clock: platformClock, ids: platformIds, say }, moving, given.step);
      if (isDone && given.step === 'all' && !wasMoved) {
        const audit = new AuditLog({
          ...platformPorts,
          metadata: to,
          auditKeys: deriveKeys(after.BOUGH_COOKIE_KEYS).audit,
        });
        const about = { command: 'migrate-storage --yes' };
        await audit.add({ ...OF_BOUGH, what: 'operator-command', via: 'command', about });
      }
      return isDone ? 0 : 1;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** A database in words, without what opens it. */
function placeOf({ BOUGH_METADATA: kind, BOUGH_DATA: data, BOUGH_MONGODB_URL: address }: Chosen): string {
  if (kind === 'sqlite') return `SQLite in ${join(data, DATABASE)}`;
  return mongoName(address ?? '');
}

/** Sessions, second steps, share links and the audit log open with the keys that sealed them. */
function mustKnowKeys(before: Chosen, after: Chosen): void {
  const known = new Set(after.BOUGH_COOKIE_KEYS);
  if (before.BOUGH_COOKIE_KEYS.every((key) => known.has(key))) return;
  throw new Error(
    'The new settings lack a cookie key of the old ones: second steps, links and the audit log would not open there. Nothing was done. ' +
      'Put the old keys into BOUGH_COOKIE_KEYS of the new place, behind its own, with a comma between.',
  );
}

function mustBeStopped({ BOUGH_METADATA: kind, BOUGH_DATA: data }: Chosen): void {
  const path = join(data, DATABASE);
  if (kind !== 'sqlite' || !isInUse(path)) return;
  throw stillRunning(path);
}
