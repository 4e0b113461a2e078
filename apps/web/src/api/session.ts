import { ok, type Result } from '@bough/base';
import { everydayRoutes, type PersonFacts, type Route, type SessionFacts } from '@bough/contracts';
import { useSyncExternalStore } from 'react';
import { earlySession } from '../opening/early-answers.ts';
import { call, takeEarly, type Trouble } from './api.ts';
import { keepPerson } from './kept-person.ts';

/** Who is here: asked once at the start, then kept up to date by what the page itself does. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly facts: SessionFacts }
  | { readonly kind: 'unreachable' };

let state: SessionState = { kind: 'unknown' };
let asking: Promise<SessionState> | null = null;
const listeners = new Set<() => void>();

/** Takes over what the server said about who is here. */
export function adoptSession(facts: SessionFacts): void {
  set({ kind: 'known', facts });
}

/** Asks who is here, unless it is known or being asked. */
export function askSession(): Promise<SessionState> {
  if (state.kind === 'known') return Promise.resolve(state);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<SessionState> {
  const answer = await takeEarly(everydayRoutes.session, {}, earlySession());
  set(answer.ok ? { kind: 'known', facts: answer.value } : { kind: 'unreachable' });
  return state;
}

/** Calls an unsafe route with the session's token; a token that is no longer good is asked for anew, once. */
export async function callUnsafe<P, B, A>(route: Route<P, B, A>, params: P, body: B): Promise<Result<A, Trouble>> {
  const session = await askSession();
  if (session.kind !== 'known') return { ok: false, error: { kind: 'unreachable' } };
  const first = await call(route, params, body, { csrf: session.facts.csrf });
  if (first.ok || first.error.kind !== 'refused' || !first.error.problem.code.endsWith('/csrf')) return first;
  state = { kind: 'unknown' };
  const fresh = await askSession();
  return fresh.kind === 'known' ? call(route, params, body, { csrf: fresh.facts.csrf }) : first;
}

/** Somebody to own what is made next: who is here already, or a new guest. */
export async function ensurePerson(): Promise<Result<PersonFacts, Trouble>> {
  const session = await askSession();
  if (session.kind === 'known' && session.facts.person !== null) return ok(session.facts.person);
  const answer = await callUnsafe(everydayRoutes.becomeGuest, {}, { name: null });
  if (!answer.ok) return answer;
  adoptSession(answer.value);
  const { person } = answer.value;
  return person === null ? { ok: false, error: { kind: 'unreachable' } } : ok(person);
}

function set(next: SessionState): void {
  state = next;
  if (next.kind === 'known') keepPerson(next.facts);
  for (const listener of listeners) listener();
}

/** The session in React. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
