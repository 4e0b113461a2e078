import type { EditorSnapshot } from './snapshot.ts';

/** What React shows and differs; small objects and lists are compared by what is in them, people without where their pointers are and what they see. */
export function differences(a: EditorSnapshot, b: EditorSnapshot): readonly (keyof EditorSnapshot)[] {
  const keys = Object.keys(a) as (keyof EditorSnapshot)[];
  return keys.filter((key) => !(key === 'people' ? arePeopleSame(a.people, b.people) : same(a[key], b[key])));
}

type People = EditorSnapshot['people'];

function arePeopleSame(a: People, b: People): boolean {
  const isSame = (one: People[number], i: number): boolean => {
    const other = b[i];
    if (one === other) return true;
    const isHere = other?.peer === one.peer && other.person === one.person;
    const areSame = isHere && other.name === one.name && other.hue === one.hue;
    return areSame && other.state.slide === one.state.slide && other.state.follows === one.state.follows;
  };
  return a.length === b.length && a.every(isSame);
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => Object.is(one, b[i]));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(at(a, key), at(b, key)));
}

function at(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
