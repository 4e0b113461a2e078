import { noParams, route } from '../define.ts';
import { opaque, personId } from '../ids.ts';
import { line } from '../line.ts';
import { emailAddress } from '../email-address.ts';
import { flag, integer, nullable, object, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import type { PersonFacts, SessionFacts } from './account-types.ts';

/** A person as the page knows them. */
export const person: Parser<PersonFacts> = object({
  id: personId,
  name: line(80, 1),
  email: nullable(emailAddress),
  isGuest: flag,
  hue: integer(0, 7),
});
/** Who is here, as every answer that changes it says. */
export const session: Parser<SessionFacts> = object({
  person: nullable(person),
  csrf: opaque,
  mayMakeMaps: flag,
  awaitsCode: flag,
});

/** Who is here: guests, signing in and out. */
export const accountRoutes = {
  /** Who is here, and the token for unsafe requests. */
  session: route('gateway', 'anybody', 'GET /api/session', {
    name: 'session',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** Makes a guest; somebody who is here already stays who they are. */
  becomeGuest: route('gateway', 'anybody', 'POST /api/session/guest', {
    name: 'becomeGuest',
    params: noParams,
    body: object({ name: nullable(line(80, 1)) }),
    answer: session,
  }),
  /** Sends a sign-in mail; the answer is the same whether the address is known or not. */
  requestSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in', {
    name: 'requestSignIn',
    params: noParams,
    body: object({ email: emailAddress }),
    answer: nothing,
  }),
  /** Uses up the secret of a sign-in mail; works only in the browser that asked for it. */
  confirmSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in/confirm', {
    name: 'confirmSignIn',
    params: noParams,
    body: object({ secret: opaque }),
    answer: session,
  }),
  /** Ends this session; the answer is the next one, of nobody. */
  signOut: route('gateway', 'anybody', 'POST /api/session/sign-out', {
    name: 'signOut',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** Ends every session of the person, this one included; the answer is the next one, of nobody. */
  signOutEverywhere: route('gateway', 'person', 'POST /api/session/sign-out-everywhere', {
    name: 'signOutEverywhere',
    params: noParams,
    body: nothing,
    answer: session,
  }),
} as const;
