import { type ClientId, parseClientId, parseMapId, parsePersonId, type MapId, must, type PersonId } from '@bough/base';
import type { Writer } from '../changes/writers.ts';
import { type Change, EMPTY_FIELDS, type ItemId, type Op, parseItemId, parseOps } from '@bough/map';

// Names and ops for tests: readable at a glance, valid everywhere.

/** A map id from a short name. */
export function mapNamed(name: string): MapId {
  const id = parseMapId(`AZqJ0fZ0cAC${name.padEnd(10, 'A')}A`.slice(0, 22));
  if (id === null) throw new Error(`${name} makes no map id`);
  return id;
}

/** A client id from a short name. */
export function clientNamed(name: string): ClientId {
  const id = parseClientId(name.padEnd(12, '-'));
  if (id === null) throw new Error(`${name} makes no client id`);
  return id;
}

/** Ann's client of that name. */
export function writerNamed(name: string): Writer {
  return { client: clientNamed(name), author: ANN };
}

/** An item id from a short name. */
export function itemNamed(name: string): ItemId {
  const id = parseItemId(name.padEnd(12, '-'));
  if (id === null) throw new Error(`${name} makes no item id`);
  return id;
}

/** A person. */
export const ANN: PersonId = person('AZqJ0fZ0cACAAAAAAAAAAA');

function person(text: string): PersonId {
  const id = parsePersonId(text);
  if (id === null) throw new Error(`${text} is no person id`);
  return id;
}

/** Adds an item with a text. */
export function add(name: string, text: string, parent: string | null = 'root', order = 'a0'): Op {
  const fields = { ...EMPTY_FIELDS, text };
  return { kind: 'add', id: itemNamed(name), parent: parent === null ? null : itemNamed(parent), order, fields };
}

/** Types into the text of an item. */
export function typing(name: string, at: number, insert: string, remove = 0): Op {
  return { kind: 'splice', id: itemNamed(name), field: 'text', at, remove, insert };
}

/** A change as the gateway sends it. */
export function change(client: string, counter: number, ...ops: readonly Op[]): Change {
  return {
    client: clientNamed(client),
    counter,
    author: ANN,
    at: 1_700_000_000_000 + counter,
    ops: must(parseOps(ops)),
  };
}
