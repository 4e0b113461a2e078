import type { MapId } from '@bough/base';
import type { EarlyPlace } from './early-questions.ts';

/** What was asked for so long before is asked anew: others may have gone on meanwhile. */
export const FRESH_MS = 10_000;

/** The answer about who is here that the document asked for, once; null: ask. */
export async function earlySession(): Promise<Response | null> {
  const { boughEarly: early } = globalThis as EarlyPlace;
  const answer = early?.session ?? null;
  if (early !== undefined) early.session = null;
  return isFresh() ? answer : null;
}

/** The answer with the map that the document asked for, once; null: ask. */
export async function earlyDocument(map: MapId): Promise<Response | null> {
  const { boughEarly: early } = globalThis as EarlyPlace;
  const asked = early?.document ?? null;
  if (early === undefined || asked?.map !== map) return null;
  early.document = null;
  return isFresh() ? await asked.answer : null;
}

/** What this browser keeps of maps, as the document opened it, once; null: open it. */
export function earlyJournals(): Promise<IDBDatabase | null> | null {
  const { boughEarly: early } = globalThis as EarlyPlace;
  const journals = early?.journals ?? null;
  if (early !== undefined) early.journals = null;
  return journals;
}

/** The answer of that address that the document asked for, once; null: ask. */
export async function earlyList(address: string): Promise<Response | null> {
  const { boughEarly: early } = globalThis as EarlyPlace;
  const asked = early?.lists.get(address) ?? null;
  early?.lists.delete(address);
  return isFresh() ? await asked : null;
}

function isFresh(): boolean {
  return performance.now() < FRESH_MS;
}
