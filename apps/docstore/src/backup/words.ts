import { err, ok, type Result } from '@bough/base';
import { parseTarget } from './place/open-place.ts';

/** What stands behind the name of a command about backups. */
export interface Given {
  readonly target: string;
  /** null: the newest. */
  readonly backup: string | null;
  /** How many backups stay; null: all. */
  readonly keep: number | null;
  readonly part: string | null;
  /** The one map that is meant; null: all. */
  readonly map: string | null;
  readonly withSecrets: boolean;
  readonly withPurged: boolean;
  /** Whether it is only to be told what would be done. */
  readonly isPlan: boolean;
  /** Whether a damaged document may go back to an older state, and lose what is newer. */
  readonly losesNewer: boolean;
  /** Whether a backup reads back everything that stands in its place. */
  readonly readsAll: boolean;
  /** Whether a backup is made although most of what the one before has is gone, or it is another Bough's. */
  readonly evenSo: boolean;
  /** Whether backups are forgotten, and it is not only told which. */
  readonly isMeant: boolean;
}

/** Reads it; what is not meant to be there is refused. */
export function argumentsOf(words: readonly string[]): Result<Given, string> {
  const [target = '', ...rest] = words;
  if (target === '' || target.startsWith('-')) return err('Name the folder of the backup, or s3://BUCKET/FOLDER.');
  if (parseTarget(target) === null)
    return err(
      `${JSON.stringify(target)} is neither a folder nor s3://BUCKET/FOLDER; a bucket's name has 3 to 63 small letters, digits, dots and hyphens.`,
    );
  let given: Given = {
    target,
    backup: null,
    keep: null,
    part: null,
    map: null,
    withSecrets: false,
    withPurged: false,
    isPlan: false,
    readsAll: false,
    losesNewer: false,
    evenSo: false,
    isMeant: false,
  };
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    const value = rest[at + 1];
    if (word === '--with-secrets') given = { ...given, withSecrets: true };
    else if (word === '--with-purged') given = { ...given, withPurged: true };
    else if (word === '--plan') given = { ...given, isPlan: true };
    else if (word === '--lose-newer') given = { ...given, losesNewer: true };
    else if (word === '--check') given = { ...given, readsAll: true };
    else if (word === '--even-so') given = { ...given, evenSo: true };
    else if (word === '--yes') given = { ...given, isMeant: true };
    else if ((word === '--backup' || word === '--part') && value !== undefined) {
      given = word === '--backup' ? { ...given, backup: value } : { ...given, part: value };
      at++;
    } else if (word === '--map' && value !== undefined) {
      given = { ...given, map: value };
      at++;
    } else if (word === '--keep' && value !== undefined && /^[1-9]\d{0,5}$/.test(value)) {
      given = { ...given, keep: Number(value) };
      at++;
    } else return err(`${JSON.stringify(word)} means nothing here.`);
  }
  return ok(given);
}
