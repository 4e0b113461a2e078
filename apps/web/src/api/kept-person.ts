import { tryJson } from '@bough/base';
import { everydayRoutes, type PersonFacts, type SessionFacts } from '@bough/contracts';
import { keep, readKept } from '../shell/kept.ts';

// Who was here last: enough to show home and to open one's own copies of maps before the server has answered, or without it. It opens
// nothing that is not in this browser already; the server asks for the session itself.

const KEY = 'bough.person';
/** Stands where a token would: none is kept. */
const NO_TOKEN = '-';

/** Somebody who was here, and whether they could make maps. */
export interface KeptPerson {
  readonly person: PersonFacts;
  readonly mayMakeMaps: boolean;
}

/** Reads what `textOf` wrote; null for anything else. */
export function keptFrom(text: string | null): KeptPerson | null {
  const kept = everydayRoutes.session.answer(tryJson(text ?? ''));
  if (!kept.ok || kept.value.person === null) return null;
  return { person: kept.value.person, mayMakeMaps: kept.value.mayMakeMaps };
}

/** What is kept of a session; null when nobody is here. */
export function textOf({ person, mayMakeMaps }: SessionFacts): string | null {
  return person === null ? null : JSON.stringify({ person, mayMakeMaps, csrf: NO_TOKEN, awaitsCode: false });
}

/** The person whose copies may be opened while nobody has said who is here. */
export function keptPerson(): KeptPerson | null {
  return keptFrom(readKept(KEY));
}

/** Remembers who is here; forgets them when they have left. */
export function keepPerson(facts: SessionFacts): void {
  keep(KEY, textOf(facts));
}
