import { err, ok, type Result } from '@bough/base';

/** A stored map of some version, parsed but not yet checked. */
export type StoredMap = Readonly<Record<string, unknown>>;
/** Makes a document of one version into one of the next; it may throw nothing and must leave its argument alone. */
export type UpgradeStep = (stored: StoredMap) => StoredMap;

/** Version 2 has one more field, on items and on the map; whoever wrote version 1 had nothing to put there. */
const withForeign: UpgradeStep = (stored) => stored;

/** The step away from version n stands at n - 1. */
const UPGRADES: readonly UpgradeStep[] = [withForeign];

/** The version that is written. */
export const FORMAT_VERSION = UPGRADES.length + 1;

/** Brings a document of any version up to the newest one, version by version. One from a newer Bough is refused. */
export function upgrade(
  stored: StoredMap,
  to: number,
  steps: readonly UpgradeStep[] = UPGRADES,
): Result<StoredMap, string> {
  const version = stored['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return err('no such version of the format');
  if (version > to) return err(`version ${version} of the format is newer than this Bough, which reads up to ${to}`);
  let document = stored;
  for (let at = version; at < to; at++) {
    const step = steps[at - 1];
    if (step === undefined) return err(`no way from version ${at} of the format`);
    document = { ...step(document), version: at + 1 };
  }
  return ok(document);
}
