import { line } from '../../line.ts';
import { flag, list, object, oneOf, type ParsedBy, text } from '../../parser.ts';

const DOMAINS_MOST = 100;
const PROVIDERS_MOST = 21;

/** What a provider is called in addresses of this Bough. */
export const providerId = text({ min: 1, max: 32 });
/** A password that somebody types to come in: whatever it is, it is looked at no further than this. */
export const typedPassword = text({ min: 1, max: 512 });
/** A code of the second step as somebody types it: six digits, or a recovery code. */
export const typedCode = text({ min: 1, max: 64 });
/** A password that somebody chooses, 8 to 128 characters; the gateway refuses those that everybody tries first. */
export const newPassword = text({ min: 8, max: 256 });

/** In which ways one can come in here. */
export const signInWays = object({
  /** The sign-ins of companies or schools, each with what it is called in addresses and on its button, in the operator's order. */
  providers: list(object({ id: providerId, name: line(80, 1) }), PROVIDERS_MOST),
  /** Whether new people may come: everybody, nobody but whom an operator or an invitation brings, or whom a provider lets in. */
  registration: oneOf('open', 'closed', 'provider'),
  /** Whether one comes in as one likes, or by a provider alone. */
  signIn: oneOf('any', 'provider'),
  /** New accounts have an address that ends in one of these; empty: any address will do. */
  domains: list(line(253, 1), DOMAINS_MOST),
  /** This Bough has no owner yet: whoever has the set-up link that its start wrote becomes it. */
  needsOwner: flag,
  /** Whether passkeys can be had: this Bough's address has a name, and is reached in a way that browsers trust. */
  passkeys: flag,
});
export type SignInWays = ParsedBy<typeof signInWays>;
