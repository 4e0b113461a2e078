import { noParams, route } from '../define.ts';
import { opaque } from '../ids.ts';
import { line } from '../line.ts';
import { emailAddress } from '../email-address.ts';
import { flag, list, object, oneOf, type Parser, text } from '../parser.ts';
import { nothing } from '../route.ts';
import { session } from './account-routes.ts';
import type { SignInWays } from './sign-in-types.ts';

const DOMAINS_MOST = 100;
const PROVIDERS_MOST = 21;
/** What a provider is called in addresses of this Bough. */
const providerId = text({ min: 1, max: 32 });
const ways: Parser<SignInWays> = object({
  providers: list(object({ id: providerId, name: line(80, 1) }), PROVIDERS_MOST),
  registration: oneOf('open', 'closed', 'provider'),
  signIn: oneOf('any', 'provider'),
  domains: list(line(253, 1), DOMAINS_MOST),
  needsOwner: flag,
  passkeys: flag,
});
/** A password that somebody types to come in: whatever it is, it is looked at no further than this. */
export const typedPassword: Parser<string> = text({ min: 1, max: 512 });
/** A code of the second step as somebody types it: six digits, or a recovery code. */
export const typedCode: Parser<string> = text({ min: 1, max: 64 });
/** A password that somebody chooses, 8 to 128 characters; the gateway refuses those that everybody tries first. */
export const newPassword: Parser<string> = text({ min: 8, max: 256 });

/** Ways to come in besides the mailed link: a password, and a provider that speaks OpenID Connect. */
export const signInRoutes = {
  signInWays: route('gateway', 'anybody', 'GET /api/session/ways', {
    name: 'signInWays',
    params: noParams,
    body: nothing,
    answer: ways,
  }),
  /** One answer for an unknown address, an account without a password and a wrong password, after the same time. */
  signInByPassword: route('gateway', 'anybody', 'POST /api/session/password', {
    name: 'signInByPassword',
    params: noParams,
    body: object({ email: emailAddress, password: typedPassword }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Sends a mail for choosing a new password; the answer is the same whether the address is known or not. */
  requestPasswordReset: route('gateway', 'anybody', 'POST /api/session/reset', {
    name: 'requestPasswordReset',
    params: noParams,
    body: object({ email: emailAddress }),
    answer: nothing,
  }),
  /** Uses up the secret of that mail in the browser that asked: sets the password, ends every other session, signs in. */
  confirmPasswordReset: route('gateway', 'anybody', 'POST /api/session/reset/confirm', {
    name: 'confirmPasswordReset',
    params: noParams,
    body: object({ secret: opaque, password: newPassword }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Where the browser is to go to sign in with a provider, which sends it back to /sign-in/provider, or to the path of its own below that. */
  beginProviderSignIn: route('gateway', 'anybody', 'POST /api/session/provider', {
    name: 'beginProviderSignIn',
    params: noParams,
    body: object({ provider: providerId }),
    answer: object({ url: text({ min: 8, max: 4_000 }) }),
    deadlineMs: 15_000,
  }),
  /** What the provider sent the browser back with: the path's provider, and the query as it stands, without the `?`. */
  confirmProviderSignIn: route('gateway', 'anybody', 'POST /api/session/provider/confirm', {
    name: 'confirmProviderSignIn',
    params: noParams,
    body: object({ provider: providerId, answer: text({ min: 1, max: 8_000 }) }),
    answer: session,
    deadlineMs: 15_000,
  }),
  /** Makes who is here the owner of this Bough, by the secret of the set-up link, once. */
  becomeOwner: route('gateway', 'person', 'POST /api/account/owner', {
    name: 'becomeOwner',
    params: noParams,
    body: object({ secret: opaque }),
    answer: nothing,
  }),
} as const;
