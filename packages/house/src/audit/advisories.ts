import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from './version-range.ts';

// The holes that are known of packages, as a list in the project: so that it is judged without a network, in the same way everywhere, and a hole
// is news by a commit that says when the list was brought up to date.

/** A known hole of some versions of a package. */
export interface Advisory {
  readonly id: string;
  readonly package: string;
  /** As npm's advisories write ranges. */
  readonly vulnerable: string;
  readonly title: string;
}

/** The list as it is kept. */
export interface AdvisoryList {
  /** When it was brought up to date, as YYYY-MM-DD. */
  readonly date: string;
  /** Where it is from. */
  readonly source: string;
  readonly advisories: readonly Advisory[];
  /** Holes that do not matter here, each with the reason. */
  readonly accepted: readonly { readonly id: string; readonly why: string }[];
}

/** Where the list stands, from the top of the project. */
export const LIST = 'packages/house/advisories.json';

/** The list of the project at `root`; throws where it cannot be read. */
export function readList(root: string): AdvisoryList {
  return parseList(readFileSync(join(root, LIST), 'utf8'));
}

/** The day of the list; null where there is none. */
export function dateOfList(root: string): string | null {
  return existsSync(join(root, LIST)) ? readList(root).date : null;
}

/** Reads a list; throws with what is wrong with it. */
export function parseList(text: string): AdvisoryList {
  const read: unknown = JSON.parse(text);
  const list = recordOf(read);
  const date = textOf(list, 'date');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`${LIST}: ${date} is no day`);
  const advisories = arrayOf(list, 'advisories').map((each): Advisory => {
    const { id, title } = { id: textOf(each, 'id'), title: textOf(each, 'title') };
    return { id, package: textOf(each, 'package'), vulnerable: textOf(each, 'vulnerable'), title };
  });
  const accepted = arrayOf(list, 'accepted').map((each) => ({ id: textOf(each, 'id'), why: textOf(each, 'why') }));
  return { date, source: textOf(list, 'source'), advisories, accepted };
}

/** Every version of every package in a lock file of pnpm. */
export function lockedVersions(lock: string): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  let isInPackages = false;
  for (const line of lock.split('\n')) {
    if (/^\S/.test(line)) isInPackages = line === 'packages:';
    const [, name, version] = (isInPackages ? /^ {2}'?(@?[^@'\s]+)@([^:'(]+)'?:$/.exec(line) : null) ?? [];
    if (name !== undefined && version !== undefined) all.set(name, [...(all.get(name) ?? []), version]);
  }
  return all;
}

/** A sentence for each locked version that has a known hole which nobody has accepted, and for what is wrong with the list. */
export function holesIn(locked: ReadonlyMap<string, readonly string[]>, list: AdvisoryList): readonly string[] {
  const accepted = new Set(list.accepted.map(({ id }) => id));
  const met = new Set<string>();
  const found = list.advisories.flatMap((advisory) =>
    (locked.get(advisory.package) ?? []).flatMap((version) => {
      const isHole = isWithin(version, advisory.vulnerable);
      const name = `${advisory.package}@${version}`;
      if (isHole === null) return [`${advisory.id}: "${advisory.vulnerable}" cannot be compared with ${name}`];
      if (!isHole) return [];
      met.add(advisory.id);
      return accepted.has(advisory.id) ? [] : [`${name} has a known hole, ${advisory.id}: ${advisory.title}`];
    }),
  );
  const idle = [...accepted].filter((id) => !met.has(id));
  return [...found, ...idle.map((id) => `${id} is accepted, and no locked version has it: take it out of ${LIST}`)];
}

/** The list with what a registry answered for the locked versions: new holes are added, none is taken out. */
export function broughtUpToDate(
  list: AdvisoryList,
  answered: readonly Advisory[],
  { date, source }: Pick<AdvisoryList, 'date' | 'source'>,
): AdvisoryList {
  const byName = new Map(list.advisories.map((each) => [`${each.id} ${each.package}`, each]));
  for (const each of answered) byName.set(`${each.id} ${each.package}`, each);
  return { date, source, advisories: [...byName.values()], accepted: list.accepted };
}

/** Reads what a registry answers to "security/advisories/bulk": by package, holes of the versions that were asked about. */
export function parseAnswer(answer: unknown): readonly Advisory[] {
  return Object.entries(recordOf(answer)).flatMap(([name, value]) => {
    if (!Array.isArray(value)) throw new Error(`the registry's answer about ${name} is no list`);
    const all: readonly unknown[] = value;
    return all.map((each): Advisory => {
      const hole = recordOf(each);
      const [id = textOf(hole, 'url')] = /GHSA(?:-[0-9a-z]{4}){3}/.exec(textOf(hole, 'url')) ?? [];
      return { id, package: name, vulnerable: textOf(hole, 'vulnerable_versions'), title: textOf(hole, 'title') };
    });
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${LIST}: not an object`);
  return { ...value };
}

function arrayOf(
  record: Readonly<Record<string, unknown>>,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const value = record[name];
  if (!Array.isArray(value)) throw new Error(`${LIST}: ${name} is no list`);
  const all: readonly unknown[] = value;
  return all.map(recordOf);
}

function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value !== 'string' || value === '') throw new Error(`${LIST}: ${name} is no text`);
  return value;
}
