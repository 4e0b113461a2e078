import type { PersonId } from '@bough/base';
import { instant, personId, sequence } from './ids.ts';
import { line } from './line.ts';
import { list, object, type Parser, textOf } from './parser.ts';

/** A number of a map's history that somebody gave a name. */
export interface NamedVersion {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly by: PersonId;
  readonly at: number;
}

/** Most named versions of one map. */
export const VERSIONS_MOST = 200;

/** Names one version of one map: its number and a short id. */
export const versionId: Parser<string> = textOf(/^[0-9]{1,16}-[A-Za-z0-9_-]{12}$/, { min: 14, max: 29 });

/** The name of a version. */
export const versionName = line(200, 1);

/** Reads a version. */
export const namedVersion: Parser<NamedVersion> = object({
  id: versionId,
  seq: sequence,
  name: versionName,
  by: personId,
  at: instant,
});

/** In the order of their numbers. */
export const versionList: Parser<{ readonly versions: readonly NamedVersion[] }> = object({
  versions: list(namedVersion, VERSIONS_MOST + 100),
});
