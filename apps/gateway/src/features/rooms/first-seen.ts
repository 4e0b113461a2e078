import { commonPrefix, type Lineage, type MapId, type PersonId, type PrefixName, presentLineage } from '@bough/base';

/** People and maps that are remembered; whoever is forgotten takes the document anew, once. */
const MOST = 50_000;

/**
 * From which number on somebody who may not read a map's past has been told of it: where it stood when they first came to this gateway.
 * What came after that they may be told again, when they come back from a number of their own, unless their access has changed meanwhile:
 * what was written while they were shut out is past for them.
 */
export class FirstSeen {
  /** Those that were asked about last are at the end, maps as well as people. */
  readonly #known = new Map<MapId, Map<PersonId, PrefixName>>();
  #count = 0;

  /** Where it began for them: here and now, unless they have been here before. */
  of(
    map: MapId,
    person: PersonId,
    { lineages, seq }: { readonly lineages: readonly Lineage[]; readonly seq: number },
  ): number {
    const people = this.#known.get(map) ?? new Map<PersonId, PrefixName>();
    const known = people.get(person);
    const first = (known === undefined ? null : commonPrefix(lineages, known)) ?? seq;
    this.#forget(map, person);
    this.#known.delete(map);
    this.#known.set(map, people.set(person, { lineage: presentLineage(lineages), seq: first }));
    this.#count++;
    for (const [oldest, there] of this.#known) {
      for (const one of there.keys()) {
        if (this.#count <= MOST) return first;
        this.#forget(oldest, one);
      }
    }
    return first;
  }

  /** Somebody's access has changed: it begins anew for them. null: on every map, for everybody. */
  forget(map: MapId | null, people: readonly PersonId[] | null): void {
    const maps = map === null ? [...this.#known.keys()] : [map];
    for (const each of maps) {
      const here = this.#known.get(each);
      for (const person of people ?? [...(here?.keys() ?? [])]) this.#forget(each, person);
    }
  }

  #forget(map: MapId, person: PersonId): void {
    const people = this.#known.get(map);
    if (people?.delete(person) !== true) return;
    this.#count--;
    if (people.size === 0) this.#known.delete(map);
  }
}
