import { err, ok, type Result } from '@bough/base';
import { NEWEST_FIELD } from '../model/fields.ts';

/** A stored map of some version, parsed but not yet checked. */
export type StoredMap = Readonly<Record<string, unknown>>;
/** Makes a document of the version before into one of this; it may throw nothing and must leave its argument alone. */
export type UpgradeStep = (stored: StoredMap) => StoredMap;
/** By the version that they lead to. */
export type Upgrades = Readonly<Record<number, UpgradeStep>>;

/** A version that only has more fields needs no step: older documents have nothing to put there. */
const UPGRADES: Upgrades = {
  // The chat of the map. Reactions need nothing: a comment without any has none.
  3: (stored) => ({ ...stored, chat: [] }),
};

/** The version that is written. */
export const FORMAT_VERSION = Math.max(NEWEST_FIELD, ...Object.keys(UPGRADES).map(Number));

/** Brings a document of any version up to the newest one, version by version. One from a newer Bough is refused. */
export function upgrade(stored: StoredMap, to: number, steps: Upgrades = UPGRADES): Result<StoredMap, string> {
  const version = stored['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return err('no such version of the format');
  if (version > to) return err(`version ${version} of the format is newer than this Bough, which reads up to ${to}`);
  let document = stored;
  for (let next = version + 1; next <= to; next++)
    document = { ...(steps[next]?.(document) ?? document), version: next };
  return ok(document);
}
