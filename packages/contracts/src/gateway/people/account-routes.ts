import { route, routeTable } from '../../define.ts';
import { emailAddress } from '../../mailer/email-address.ts';
import { opaque } from '../../ids.ts';
import { nameLine } from '../../line.ts';
import { nullable, object } from '../../parser.ts';
import { session } from './account-types.ts';

/** Who is here: guests, signing in and out. */
export const accountRoutes = routeTable({
  /** Who is here, and the token for unsafe requests. */
  session: route('gateway', 'anybody', 'GET /api/session', {
    answer: session,
  }),
  /** Makes a guest; somebody who is here already stays who they are. */
  becomeGuest: route('gateway', 'anybody', 'POST /api/session/guest', {
    body: object({ name: nullable(nameLine(80)) }),
    answer: session,
  }),
  /** Sends a sign-in mail; the answer is the same whether the address is known or not. */
  requestSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in', {
    body: object({ email: emailAddress }),
  }),
  /** Uses up the secret of a sign-in mail; works only in the browser that asked for it. */
  confirmSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in/confirm', {
    body: object({ secret: opaque }),
    answer: session,
  }),
  /** Ends this session; the answer is the next one, of nobody. */
  signOut: route('gateway', 'anybody', 'POST /api/session/sign-out', {
    answer: session,
  }),
  /** Ends every session of the person, this one included; the answer is the next one, of nobody. */
  signOutEverywhere: route('gateway', 'person', 'POST /api/session/sign-out-everywhere', {
    answer: session,
  }),
});
