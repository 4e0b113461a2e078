import { parsePersonId, type PersonId } from '@bough/base';
import type { SessionState } from '../api/session.ts';

// Who was here last: enough to open one's own copies of maps before the server has answered, or without it. It opens nothing that
// is not in this browser already; the server asks for the session itself.

const KEY = 'bough.person';

/** The person whose copies may be opened while nobody has said who is here. */
export function keptPerson(): PersonId | null {
  try {
    return parsePersonId(localStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}

/** Remembers who is here once it is known; forgets them when they have left. */
export function keepPerson(session: SessionState): void {
  if (session.kind !== 'known') return;
  try {
    if (session.facts.person === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, session.facts.person.id);
  } catch {
    // Without storage there are no copies to open either.
  }
}
