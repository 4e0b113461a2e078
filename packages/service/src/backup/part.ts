import { err, type Result, tryJson } from '@bough/base';
import { integer, list, nullable, object, oneOf, pair, type ParsedBy, text } from '@bough/contracts';
import { sealWithPassphrase } from './passphrase.ts';
import type { SettingsTable } from '../settings/settings.ts';
import { VERSION } from '../version.ts';

// A service's part of a backup, as its own command writes it to standard output and reads it from standard input: lines of JSON.
// The first says whose part it is, with the settings that the service runs with; then one line for each record, in a form that no
// database knows better than another; the last says that it is whole, and which maps and people it names.

/** What newer parts may have that older readers do not know. */
const PART_FORMAT = 1;
const MOST = 100_000_000;
const LONG = { min: 0, max: 1_000_000 } as const;

/** The services that have a part beside the documents. */
export const partName = oneOf('gateway', 'mailer');
/** One of these services. */
export type PartName = ParsedBy<typeof partName>;

/** Settings as a part has them, by their names. */
export const partSettings = list(pair(text(LONG), text(LONG)), 1_000);

/** The first line of a part. */
const partHead = object({
  part: partName,
  format: integer(1, MOST),
  /** The version of Bough that wrote it. */
  bough: text({ min: 1, max: 100 }),
  settings: partSettings,
  /** The service's secrets, sealed with a passphrase; null: they were not asked for. */
  secrets: nullable(text(LONG)),
});
export type PartHead = ParsedBy<typeof partHead>;

/** The last line of a part. */
export const partEnd = object({
  end: partName,
  maps: list(text(LONG), MOST),
  people: list(text(LONG), MOST),
  rows: integer(0, MOST),
});
export type PartEnd = ParsedBy<typeof partEnd>;

/** Written settings of a service as its part tells them: secrets apart, and only where there is a passphrase to seal them. */
export function tellSettings(
  table: SettingsTable,
  written: ReadonlyMap<string, string>,
  passphrase: string | null,
): Pick<PartHead, 'settings' | 'secrets'> {
  const own = [...written].filter(([name]) => Object.hasOwn(table, name) && name !== 'BOUGH_BACKUP_PASSPHRASE');
  const isSecret = ([name]: readonly [string, string]): boolean => table[name]?.secret === true;
  const secrets = own.filter(isSecret);
  return {
    settings: own.filter((each) => !isSecret(each)),
    secrets: passphrase === null ? null : sealWithPassphrase(passphrase, JSON.stringify(secrets)),
  };
}

/** Writes a part, line by line. `end` is asked for when all rows have been written. */
export async function writePart(
  head: Omit<PartHead, 'format' | 'bough'>,
  rows: AsyncIterable<unknown>,
  end: () => Pick<PartEnd, 'maps' | 'people'>,
  write: (line: string) => Promise<void>,
): Promise<void> {
  await write(JSON.stringify(toldHead(head)));
  let count = 0;
  for await (const row of rows) {
    await write(JSON.stringify({ row }));
    count++;
  }
  await write(JSON.stringify({ end: head.part, rows: count, ...end() } satisfies PartEnd));
}

function toldHead({ part, settings, secrets }: Omit<PartHead, 'format' | 'bough'>): PartHead {
  return { part, format: PART_FORMAT, bough: VERSION, settings, secrets };
}

/** Reads the first line of a part; a newer Bough's is refused with its version. */
function readPartHead(line: string): Result<PartHead, string> {
  const value = tryJson(line);
  const head = partHead(value);
  const isRecord = typeof value === 'object' && value !== null;
  const format: unknown = isRecord && 'format' in value ? value.format : null;
  if (typeof format === 'number' && format > PART_FORMAT) {
    const bough = isRecord && 'bough' in value && typeof value.bough === 'string' ? value.bough : 'a newer version';
    return err(`It was written by Bough ${bough}, and this is ${VERSION}: restore it with that version`);
  }
  return head.ok ? head : err(`no beginning of a part: ${head.error}`);
}

/**
 * The rows of one part from its lines; throws when they are not from its beginning to its end: half a part is none.
 */
export async function* readPartRows(name: PartName, lines: AsyncIterable<string>): AsyncGenerator {
  let [hasHead, rows] = [false, 0];
  for await (const line of lines) {
    if (!hasHead) {
      const head = readPartHead(line);
      if (!head.ok || head.value.part !== name) throw new Error(head.ok ? `This is no part of ${name}.` : head.error);
      hasHead = true;
      continue;
    }
    const value = tryJson(line);
    const end = partEnd(value);
    if (end.ok) {
      if (end.value.end === name && end.value.rows === rows) return;
      break;
    }
    if (typeof value !== 'object' || value === null || !('row' in value)) break;
    rows++;
    yield value.row;
  }
  throw new Error(`The part of ${name} is not whole.`);
}

/** Text of one line of a part: its beginning, its end, or one of its rows. */
export function readPartLine(
  line: string,
): { readonly kind: 'head'; readonly head: PartHead } | { readonly kind: 'end'; readonly end: PartEnd } | null {
  if (line.startsWith('{"part":')) {
    const head = readPartHead(line);
    if (!head.ok) throw new Error(head.error);
    return { kind: 'head', head: head.value };
  }
  const end = line.startsWith('{"end":') ? partEnd(tryJson(line)) : null;
  return end === null || !end.ok ? null : { kind: 'end', end: end.value };
}
