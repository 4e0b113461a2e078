import type { Clock } from '@bough/base';
import { ServiceFailure } from '@bough/service';
import { type RequestHandler, Router } from 'express';

const GOOD_FOR_MS = 30 * 86_400_000;

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a hole in this server. Absent where the operator named nobody. */
export function securityContact(
  { clock }: { readonly clock: Pick<Clock, 'now'> },
  { contact, publicUrl }: { readonly contact: string | null; readonly publicUrl: string },
): RequestHandler {
  const router = Router();
  if (contact === null) return router;
  const address = contactAddress(contact);
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = new Date(clock.now() + GOOD_FOR_MS).toISOString();
    const canonical = new URL('/.well-known/security.txt', publicUrl).href;
    res.setHeader('content-type', 'text/plain; charset=utf-8');
    res.send(`Contact: ${address}\nExpires: ${expires}\nPreferred-Languages: en, de\nCanonical: ${canonical}\n`);
  });
  return router;
}

/** A mail address as what the standard asks for. Throws where it is neither an address nor a page. */
function contactAddress(contact: string): string {
  if (/^(mailto:)?[^\s@:]+@[^\s@:]+$/.test(contact))
    return contact.startsWith('mailto:') ? contact : `mailto:${contact}`;
  if (/^https:\/\/\S+$/.test(contact) && URL.canParse(contact)) return contact;
  throw new ServiceFailure(
    'The setting BOUGH_SECURITY_CONTACT is neither a mail address nor a page, as in security@example.org or https://example.org/security.',
    { kind: 'invalid', code: 'service/wrong-setting' },
  );
}
