import type { PasskeyAnswer } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { askPasskey } from './browser-passkeys.ts';
import type { PasskeyTrouble } from './passkey-note.tsx';

/** What a passkey is asked for: the route that asks, and the one that takes the answer. */
const ROUTES = {
  'sign-in': { begin: gatewayRoutes.beginPasskeySignIn, confirm: gatewayRoutes.confirmPasskeySignIn },
  proof: { begin: gatewayRoutes.beginPasskeyProof, confirm: gatewayRoutes.confirmPasskeyProof },
} as const;

/** Has the server ask, the browser answer, and the server take the answer. null: it did, and the session is another one. */
export async function answerByPasskey(purpose: keyof typeof ROUTES): Promise<PasskeyTrouble | null> {
  const asked = await callUnsafe(ROUTES[purpose].begin, {}, undefined);
  if (!asked.ok) return asked.error;
  const answer = await askPasskey(asked.value, { signal: new AbortController().signal, isAmongFields: false });
  return answer.ok ? await bringAnswer(purpose, answer.value) : answer.error;
}

/** The last of these steps. */
export async function bringAnswer(purpose: keyof typeof ROUTES, answer: PasskeyAnswer): Promise<PasskeyTrouble | null> {
  const taken = await callUnsafe(ROUTES[purpose].confirm, {}, { answer });
  if (!taken.ok) return taken.error;
  adoptSession(taken.value);
  return null;
}
