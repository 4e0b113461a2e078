import { route, routeTable } from '../../define.ts';
import { emailAddress } from '../../mailer/email-address.ts';
import { opaque } from '../../ids.ts';
import { object, text } from '../../parser.ts';
import { session } from './account-types.ts';
import { newPassword, providerId, signInWays, typedPassword } from './sign-in-types.ts';

/** Ways to come in besides the mailed link: a password, and a provider that speaks OpenID Connect. */
export const signInRoutes = routeTable({
  signInWays: route('gateway', 'anybody', 'GET /api/session/ways', {
    answer: signInWays,
  }),
  /** One answer for an unknown address, an account without a password and a wrong password, after the same time. */
  signInByPassword: route('gateway', 'anybody', 'POST /api/session/password', {
    body: object({ email: emailAddress, password: typedPassword }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Sends a mail for choosing a new password; the answer is the same whether the address is known or not. */
  requestPasswordReset: route('gateway', 'anybody', 'POST /api/session/reset', {
    body: object({ email: emailAddress }),
  }),
  /** Uses up the secret of that mail in the browser that asked: sets the password, ends every other session, signs in. */
  confirmPasswordReset: route('gateway', 'anybody', 'POST /api/session/reset/confirm', {
    body: object({ secret: opaque, password: newPassword }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Where the browser is to go to sign in with a provider, which sends it back to /sign-in/provider, or to the path of its own below that. */
  beginProviderSignIn: route('gateway', 'anybody', 'POST /api/session/provider', {
    body: object({ provider: providerId }),
    answer: object({ url: text({ min: 8, max: 4_000 }) }),
    deadlineMs: 15_000,
  }),
  /** What the provider sent the browser back with: the path's provider, and the query as it stands, without the `?`. */
  confirmProviderSignIn: route('gateway', 'anybody', 'POST /api/session/provider/confirm', {
    body: object({ provider: providerId, answer: text({ min: 1, max: 8_000 }) }),
    answer: session,
    deadlineMs: 15_000,
  }),
  /** Makes who is here the owner of this Bough, by the secret of the set-up link, once. */
  becomeOwner: route('gateway', 'person', 'POST /api/account/owner', {
    body: object({ secret: opaque }),
  }),
});
