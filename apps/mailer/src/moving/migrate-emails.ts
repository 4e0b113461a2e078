import { join } from 'node:path';
import { isInUse } from '@bough/disk';
import {
  commandSettings,
  ContentSum,
  isInPause,
  mongoName,
  moveStorage,
  type Moving,
  type MovingEnd,
  type Over,
  platformClock,
  platformIds,
  readMovingWords,
  type Settings,
  stillRunning,
} from '@bough/service';
import { openToMove } from '../outbox/open-outbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { OUTBOX_FILE } from '../outbox/outbox-mark.ts';
import { mailerSettings } from '../settings.ts';

// The mailer's part of `npm run bough -- migrate-storage`: emails that wait still wait there, and are sent from there alone.

const { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL } = mailerSettings;
const TABLE = { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL };
type Chosen = Settings<typeof TABLE>;

/** What a disk takes to keep one record, about. */
const FLUSH_MS = 3;

/** Moves the outbox between the databases that the words name; answers the exit code. */
export async function migrateEmails(words: readonly string[], say: (line: string) => void): Promise<number> {
  const given = readMovingWords(words);
  const settingsOf = (over: Over): Chosen => commandSettings('mailer', TABLE, [], over);
  const [before, after] = [settingsOf(given.from), settingsOf(given.to)];
  if (placeOf(before) === placeOf(after)) {
    say(`Emails: they stay in ${placeOf(before)}.`);
    return 0;
  }
  const path = join(before.BOUGH_DATA, OUTBOX_FILE);
  if (isInPause(given.step) && before.BOUGH_METADATA === 'sqlite' && isInUse(path)) throw stillRunning(path);
  const from = await openToMove(before);
  try {
    const to = await openToMove(after);
    try {
      const moving = movingEmails({ name: placeOf(before), outbox: from }, { name: placeOf(after), outbox: to });
      const isDone = await moveStorage({ clock: platformClock, ids: platformIds, say }, moving, given.step);
      return isDone ? 0 : 1;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** An outbox, with its name for people. */
interface NamedOutbox {
  readonly name: string;
  readonly outbox: Pick<Outbox, 'records' | 'place' | 'moves' | 'ping'>;
}

/** The move of everything from one outbox to another. */
export function movingEmails(from: NamedOutbox, to: NamedOutbox): Moving {
  return {
    what: 'Emails',
    from: endOf(from),
    to: { ...endOf(to), isEmpty: async () => (await sumOf(to)).count === 0 },
    plan: async () => {
      const [sum, pingMs] = [await sumOf(from), await pingMsOf(to)];
      const seconds = Math.ceil((sum.count * (2 * pingMs + FLUSH_MS)) / 1_000);
      return [`${sum.count} emails and readers, ${sum.bytes} bytes written out. About ${seconds} s of pause.`];
    },
    copy: async (mustBeOurs) => {
      await mustBeOurs();
      await to.outbox.moves.clear();
      for await (const record of from.outbox.records()) {
        await mustBeOurs();
        if (record.kind === 'mail') await to.outbox.place.addMail(record.mail);
        else await to.outbox.place.addReader(record.reader);
      }
    },
    verify: async () => {
      const [here, there] = [await sumOf(from), await sumOf(to)];
      if (here.equals(there)) return `${here.count} emails and readers (${here.bytes} bytes) are the same in both`;
      throw new Error(
        `Emails are not the same in both places (${here.count} here, ${there.count} there): is Bough still running? ` +
          `Stop it, and run this again. ${from.name} is still the one to start with.`,
      );
    },
  };
}

function endOf({ name, outbox }: NamedOutbox): MovingEnd {
  return { name, mark: () => outbox.moves.mark(), setMark: (mark) => outbox.moves.setMark(mark) };
}

async function sumOf({ outbox }: NamedOutbox): Promise<ContentSum> {
  const sum = new ContentSum();
  for await (const record of outbox.records()) sum.add(record);
  return sum;
}

/** How long the new place takes for an answer. */
async function pingMsOf({ outbox }: NamedOutbox): Promise<number> {
  const asked = 10;
  const fromMs = platformClock.monotonic();
  for (let at = 0; at < asked; at++) await outbox.ping();
  return (platformClock.monotonic() - fromMs) / asked;
}

/** An outbox in words, without what opens it. */
function placeOf({ BOUGH_METADATA: kind, BOUGH_DATA: data, BOUGH_MONGODB_URL: address }: Chosen): string {
  if (kind === 'sqlite') return `SQLite in ${join(data, OUTBOX_FILE)}`;
  return mongoName(address ?? '');
}
