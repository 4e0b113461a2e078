import { headKey, type LogPorts, logNames } from '@bough/bloblog';
import type { Failure } from '@bough/base';
import type { Location } from '../locations/locations.ts';
import type { Addresses } from './doctor.ts';
import type { Losses } from './losses.ts';
import type { Given, Takes } from './given.ts';
import type { Traffic } from '../migration/cost.ts';
import type { OldPlace } from '../migration/old-place.ts';

/** What a command works with. */
export interface CommandParts {
  readonly ports: LogPorts;
  readonly first: Location;
  readonly second: Location | null;
  /** Opens a backup of 0.1.0, which is sealed as the first location is. */
  readonly openBackup: (folder: string) => Promise<Location>;
  /** How many days a document stays in the trash. */
  readonly trashDays: number;
  /** Where doctor looks for the rest of Bough; null: nowhere. */
  readonly addresses: Addresses | null;
  readonly newestKeys: { readonly first: string; readonly second: string | null };
  readonly say: (line: string) => void;
  /** What was lost of the locations. */
  readonly losses: Losses;
  /** Why there is no second location although one is set: it cannot be reached. */
  readonly secondTrouble?: Failure | null;
  /** Where the second location is; absent: there is none. */
  readonly secondPlace?: string;
  /** Opens the place that documents move from; absent: none is set. */
  readonly openOldPlace?: () => Promise<OldPlace>;
  /** What storage was asked so far; absent: nobody counts. */
  readonly traffic?: () => Traffic;
}

/** One command: answers the exit code. */
export interface Command {
  readonly name: string;
  readonly takes: Takes;
  readonly does: string;
  /**
   * Whether it changes documents or loses something, which the audit log is told: whatever it is given, only with `--yes`, or never. `by itself`: it says so
   * where it does it, since the first location is not open before.
   */
  readonly changes: 'always' | 'with --yes' | 'by itself' | 'nothing';
  /** `left alone`: it runs, and the first location is not even opened; absent: it is opened, or the command ends. */
  readonly first?: 'left alone';
  /** Whether it changes nothing, so that it runs also where nothing may be written. */
  readonly onlyReads?: boolean;
  /** Whether it does something sensible while the second location cannot be reached. */
  readonly runsWithoutSecond?: boolean;
  /** `changed` is told of maps that it changes without having been given them. */
  readonly run: (parts: CommandParts, given: Given, changed: (map: string) => void) => Promise<number>;
}

/** The documents of these ids, which must be there; of none, all that either location has. */
export async function* chosen(parts: CommandParts, maps: readonly string[]): AsyncGenerator<string> {
  const locations = parts.second === null ? [parts.first] : [parts.first, parts.second];
  for (const map of maps) {
    const heads = await Promise.all(locations.map(({ store }) => store.get(headKey(map)).catch(() => 'unreadable')));
    if (heads.every((head) => head === null)) throw new Error(`There is no document ${map}.`);
    yield map;
  }
  if (maps.length > 0) return;
  const seen = new Set<string>();
  for (const location of locations) {
    for await (const log of logNames(location.store)) {
      if (!seen.has(log)) yield log;
      seen.add(log);
    }
  }
}

/** The second location, or a sentence that there is none. */
export function mustHaveSecond(parts: CommandParts): Location {
  if (parts.second !== null) return parts.second;
  throw new Error('There is no second location: set BOUGH_SECOND.');
}

/** `1 document`, `2 documents`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The command with its options as it was given, without ids and folders. */
export function wordsOf({ name, takes }: Pick<Command, 'name' | 'takes'>, { keep, isSure, number }: Given): string {
  const place = keep === null ? [] : takes === 'location' ? [keep] : ['--keep', keep];
  const option = number === null ? [] : [takes, String(number)];
  return [name, ...place, ...option, ...(isSure ? ['--yes'] : [])].join(' ');
}
