import { instant, personId, sequence } from '../ids.ts';
import { line } from '../line.ts';
import { list, object, type ParsedBy, textOf } from '../parser.ts';

/** Most named versions of one map. */
export const VERSIONS_MOST = 200;

/** Names one version of one map: its number and a short id. */
export const versionId = textOf(/^[0-9]{1,16}-[A-Za-z0-9_-]{12}$/, { min: 14, max: 29 });

/** The name of a version. */
export const versionName = line(200, 1);

/** A number of a map's history that somebody gave a name. */
export const namedVersion = object({
  id: versionId,
  seq: sequence,
  name: versionName,
  by: personId,
  at: instant,
});
export type NamedVersion = ParsedBy<typeof namedVersion>;

/** In the order of their numbers. */
export const versionList = object({ versions: list(namedVersion, VERSIONS_MOST + 100) });
