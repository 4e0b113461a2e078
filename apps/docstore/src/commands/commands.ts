import {
  collectLog,
  copyApart,
  DEFAULT_BACKOFF,
  type LogPorts,
  logNames,
  Mirror,
  readChanges,
  readHead,
  reconcileLog,
  resealAll,
  verifyLog,
} from '@bough/bloblog';
import { changeCodec } from '../change-codec.ts';
import { decodeLabel } from '../facts.ts';
import type { Location } from '../locations.ts';
import { purgeOld } from '../purge.ts';

// What an operator can do with the locations while docstore runs or not: every command is safe beside running writers.

/** What a command works with. */
export interface CommandParts {
  readonly ports: LogPorts;
  readonly first: Location;
  readonly second: Location | null;
  /** Opens a folder as a location that is sealed as the first one, for backups. */
  readonly openBackup: (folder: string) => Promise<Location>;
  /** How many days a document stays in the trash. */
  readonly trashDays: number;
  readonly newestKeys: { readonly first: string; readonly second: string | null };
  readonly say: (line: string) => void;
}

/** One command: answers the exit code. */
export interface Command {
  readonly name: string;
  readonly does: string;
  readonly run: (parts: CommandParts, args: readonly string[]) => Promise<number>;
}

const HOUR_MS = 3_600_000;

/** All commands, in the order in which they are shown. */
export const commands: readonly Command[] = [
  {
    name: 'verify',
    does: 'Reads everything in both locations, with hashes, and says what is wrong and what to do. [map ...]',
    run: async (parts, args) => {
      let [logs, wrong] = [0, 0];
      for await (const log of chosen(parts, args)) {
        logs++;
        const stores = { first: parts.first.store, second: parts.second?.store ?? null };
        for (const { where, kind, detail, advice } of await verifyLog(parts.ports, stores, log)) {
          if (kind !== 'orphan') wrong++;
          parts.say(`${log}: ${where} location, ${kind}: ${detail}. ${advice}.`);
        }
      }
      parts.say(`${logs} documents read, ${wrong} findings`);
      return wrong === 0 ? 0 : 1;
    },
  },
  {
    name: 'reconcile',
    does: 'Copies to the second location what it lacks, and back to the first what that one lost. [map ...]',
    run: async (parts, args) => {
      const second = mustHaveSecond(parts);
      const counts = new Map<string, number>();
      for await (const log of chosen(parts, args)) {
        const { outcome, broughtBack } = await reconcileLog(
          { ports: parts.ports, first: parts.first.store, second: second.store },
          log,
        );
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (outcome === 'ahead' || broughtBack.length > 0)
          parts.say(`${log}: ${outcome}, ${broughtBack.length} brought back`);
      }
      parts.say([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'there are no documents');
      return counts.has('ahead') ? 1 : 0;
    },
  },
  {
    name: 'collect',
    does: 'Removes objects that no head names and that are older than a day. [--hours N]',
    run: async (parts, args) => {
      const hours = Number(args[args.indexOf('--hours') + 1] ?? 24);
      const ageMs = (args.includes('--hours') && hours >= 0 ? hours : 24) * HOUR_MS;
      let removed = 0;
      for await (const log of chosen(parts, [])) {
        const ends = parts.second === null ? [parts.first] : [parts.first, parts.second];
        for (const end of ends) {
          const other = ends.find((each) => each !== end)?.store ?? null;
          removed += (await collectLog(parts.ports, { store: end.store, other }, log, { ageMs })).removed.length;
        }
      }
      parts.say(`${removed} objects removed`);
      return 0;
    },
  },
  {
    name: 'empty-trash',
    does: 'Removes for ever, in both locations, what has been in the trash for BOUGH_TRASH_DAYS. [--days N]',
    run: async (parts, args) => {
      const days = Number(args[args.indexOf('--days') + 1]);
      const keptDays = args.includes('--days') && days >= 0 ? days : parts.trashDays;
      const before = parts.ports.clock.now() - keptDays * 24 * HOUR_MS;
      const stores = { first: parts.first.store, second: parts.second?.store ?? null };
      let removed = 0;
      for await (const log of logNames(parts.first.store)) {
        if (!(await purgeOld(parts.ports, stores, log, before))) continue;
        parts.say(`${log}: removed`);
        removed++;
      }
      parts.say(`${removed} documents removed that were in the trash for ${keptDays} days or longer`);
      return 0;
    },
  },
  {
    name: 'failover',
    does: 'Proves that the second location opens alone, and says how to run from it.',
    run: async (parts) => {
      const second = mustHaveSecond(parts);
      let [good, bad] = [0, 0];
      for await (const log of logNames(second.store)) {
        const findings = await verifyLog(parts.ports, { first: second.store, second: null }, log);
        const worst = findings.find((finding) => finding.kind !== 'orphan');
        if (worst === undefined) good++;
        else bad++;
        if (worst !== undefined) parts.say(`${log}: ${worst.kind}: ${worst.detail}`);
      }
      parts.say(`${good} documents open from the second location alone, ${bad} do not.`);
      parts.say(
        'To run from it: stop docstore, give BOUGH_BLOBS, BOUGH_BLOBS_FOLDER or BOUGH_S3_*, and BOUGH_BLOBS_KEYS',
      );
      parts.say('the values of their BOUGH_SECOND_ namesakes, set BOUGH_SECOND=none, and start docstore.');
      return bad === 0 ? 0 : 1;
    },
  },
  {
    name: 'rotate-keys',
    does: 'Seals everything anew that is not sealed with the newest key of its location.',
    run: async (parts) => {
      const first = await resealAll(parts.first.raw, parts.first.store, parts.newestKeys.first);
      parts.say(`first location: ${first} objects sealed anew with the key ${parts.newestKeys.first}`);
      if (parts.second !== null && parts.newestKeys.second !== null) {
        const second = await resealAll(parts.second.raw, parts.second.store, parts.newestKeys.second);
        parts.say(`second location: ${second} objects sealed anew with the key ${parts.newestKeys.second}`);
      }
      return 0;
    },
  },
  {
    name: 'backup',
    does: 'Copies every document into a folder, sealed with the same keys; again: only what is new. FOLDER',
    run: async (parts, [folder]) => copyAll(parts, folder, 'to'),
  },
  {
    name: 'restore',
    does: 'Brings back from a backup the documents that are not in the first location. FOLDER',
    run: async (parts, [folder]) => copyAll(parts, folder, 'from'),
  },
  {
    name: 'rebuild-metadata',
    does: 'Lists every document from blobs alone, one line of JSON each: id, title, items, number, times, trash, author.',
    run: async (parts) => {
      const source = { ports: parts.ports, store: parts.first.store, codec: changeCodec };
      for await (const log of logNames(parts.first.store)) {
        const head = (await readHead(source, log))?.head;
        if (head === undefined) continue;
        const [first] = head.seq === 0 ? [] : await readChanges(source, head, 1, 1);
        const { seq, createdAt, changedAt } = head;
        const { title, items, trash } = decodeLabel(head.label);
        const author = first?.author ?? null;
        const facts = { map: log, title, items, seq, createdAt, changedAt, trash, author };
        parts.say(JSON.stringify(facts));
      }
      return 0;
    },
  },
  {
    name: 'doctor',
    does: 'Checks that the locations can be reached, keep conditions and have keys of their own.',
    run: async (parts) => {
      // Opening the locations has proved all of it; what is left is to say so.
      parts.say('first location: reached, keeps conditions, sealed');
      if (parts.second === null) parts.say('second location: none; set BOUGH_SECOND to keep every document twice');
      else parts.say('second location: reached, keeps conditions, sealed with keys of its own');
      return 0;
    },
  },
];

async function* chosen(parts: CommandParts, args: readonly string[]): AsyncGenerator<string> {
  const named = args.filter((arg) => !arg.startsWith('--'));
  if (named.length > 0) {
    yield* named;
    return;
  }
  const seen = new Set<string>();
  for (const location of parts.second === null ? [parts.first] : [parts.first, parts.second]) {
    for await (const log of logNames(location.store)) {
      if (!seen.has(log)) yield log;
      seen.add(log);
    }
  }
}

function mustHaveSecond(parts: CommandParts): Location {
  if (parts.second !== null) return parts.second;
  throw new Error('There is no second location: set BOUGH_SECOND.');
}

async function copyAll(parts: CommandParts, folder: string | undefined, way: 'to' | 'from'): Promise<number> {
  if (folder === undefined) throw new Error('Name the folder of the backup.');
  const backup = await parts.openBackup(folder);
  const [from, to] = way === 'to' ? [parts.first.store, backup.store] : [backup.store, parts.first.store];
  const { ports } = parts;
  const mirror = new Mirror({ ports, first: from, second: to }, { backoff: DEFAULT_BACKOFF });
  let [copied, left] = [0, 0];
  for await (const log of logNames(from)) {
    const head = (await readHead({ ports, store: from }, log))?.head;
    if (head === undefined) continue;
    if (way === 'from' && (await readHead({ ports, store: to }, log)) !== null) {
      left++;
      continue;
    }
    await copyApart(from, to, log);
    await mirror.copy(head);
    copied++;
  }
  backup.close();
  parts.say(`${copied} documents copied${left === 0 ? '' : `, ${left} left alone since they are there`}`);
  return 0;
}
