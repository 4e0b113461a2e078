import { DocstoreFailure } from '../../failure.ts';
import type { BackedUpPart, Manifest } from '../place/manifest.ts';

// Before anything is kept as a backup it is compared with the backup before. Maps and people have random names, which they keep for ever, in
// whichever folder and on whichever machine: so they tell better than any mark in a folder whether this is the same Bough, moved or
// restored, or another one; and how much of it is there. A disk that is not mounted, or a folder whose name was mistyped, is no Bough
// without maps.

/** What is there now. */
export interface There {
  /** Maps that a location has. */
  readonly maps: ReadonlySet<string>;
  /** Maps that were removed forever. */
  readonly purged: ReadonlySet<string>;
  readonly parts: readonly Pick<BackedUpPart, 'end'>[];
}

/**
 * Throws where the backup before is of another Bough, with which this one has nothing in common, or where fewer than half of its maps, of
 * the maps in lists or of the people are there now. Maps that were removed forever are not missed.
 */
export function mustFollow(before: Manifest, now: There): void {
  const then = { maps: idsOf(before.documents.map(({ map }) => map)), ...namesOf(before.parts) };
  const here = namesOf(now.parts);
  mustBeSame(before, then, { maps: union(now.maps, now.purged, here.named), people: here.people });
  const missed = [
    lackOf('maps', without(then.maps, now.purged), now.maps),
    ...(here.hasLists ? [lackOf('maps in lists', without(then.named, now.purged), here.named)] : []),
    ...(here.hasLists ? [lackOf('people', then.people, here.people)] : []),
  ].filter((each) => each !== null);
  if (missed.length === 0) return;
  throw new DocstoreFailure(
    `Of what the backup ${before.id} has, only ${missed.join(', ')} are there now. No backup was made, and none forgotten.`,
    {
      kind: 'conflict',
      code: 'docstore/less-than-before',
      hint: 'Is BOUGH_DATA the right folder, and its disk mounted? Where so much was really given up, say --even-so once.',
    },
  );
}

interface Names {
  readonly maps: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

function mustBeSame(before: Manifest, then: Names & { readonly named: ReadonlySet<string> }, here: Names): void {
  const maps = union(then.maps, then.named, idsOf(before.purged));
  const isAnybodyThere = here.maps.size + here.people.size > 0 && maps.size + then.people.size > 0;
  if (!isAnybodyThere || hasOneOf(maps, here.maps) || hasOneOf(then.people, here.people)) return;
  throw new DocstoreFailure(
    `The backups in this place are of another Bough: of the ${then.maps.size} maps and ${then.people.size} people of the backup ${before.id} none is here.`,
    {
      kind: 'conflict',
      code: 'docstore/other-bough',
      hint: 'No backup was made. Give each Bough a place of its own, or look whether BOUGH_DATA is right. Where this one is to take the place over, say --even-so once.',
    },
  );
}

/** What services name; the gateway has the lists. */
function namesOf(
  parts: There['parts'],
): Omit<Names, 'maps'> & { readonly named: ReadonlySet<string>; readonly hasLists: boolean } {
  return {
    named: idsOf(parts.flatMap(({ end }) => end.maps)),
    people: idsOf(parts.flatMap(({ end }) => end.people)),
    hasLists: parts.some(({ end }) => end.end === 'gateway'),
  };
}

/** How few are left, in words; null: at least half are. */
function lackOf(what: string, then: ReadonlySet<string>, now: ReadonlySet<string>): string | null {
  let left = 0;
  for (const each of then) if (now.has(each)) left++;
  return left * 2 >= then.size ? null : `${left} of ${then.size} ${what}`;
}

function idsOf(ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids);
}

function union(...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((each) => [...each]));
}

function without(all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((each) => !some.has(each)));
}

function hasOneOf(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}
