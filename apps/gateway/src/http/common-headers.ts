import { HEADERS } from '@bough/contracts';
import { PROTOCOL_VERSION } from '@bough/sync';

/** The policy of everything that is not the page: it can do nothing at all, even when a browser is made to show it. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** Headers of every answer. */
export function commonHeaders(settings: { readonly isSecure: boolean }): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    [HEADERS.protocol]: String(PROTOCOL_VERSION),
    ...(settings.isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
