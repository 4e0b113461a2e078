import { createHash } from 'node:crypto';

/** Where the page may come from, which decides what its answers say. */
export interface PolicySettings {
  /** Our own origins: their sockets may be opened. */
  readonly origins: ReadonlySet<string>;
}

/**
 * The Content-Security-Policy of the page: nothing is allowed but what stands here. Scripts and styles are files of our own
 * origin, or inline blocks whose hashes the build's own index.html has; an injected one has no such hash.
 */
export function pagePolicy(html: string, settings: PolicySettings): string {
  // A policy has no way to name an address of IPv6; 'self' covers it where the page came from there.
  const named = [...settings.origins].filter((origin) => !origin.includes('['));
  const sockets = named.map((origin) => origin.replace(/^http/, 'ws'));
  const scripts = ["'self'", ...inlineHashes(html, 'script')];
  const styles = ["'self'", ...inlineHashes(html, 'style')];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    // blob: pictures that were just dropped and exports that are shown before they are saved; data: the paste of small ones.
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self' ${sockets.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No script, worker or markup is made of bare words but by the page's own rules (own-scripts.ts).
    "require-trusted-types-for 'script'",
    'trusted-types default',
    // The newer report-to is sent over https alone, up to a minute late, and not by every browser; this by all.
    `report-uri ${REPORTS_PATH}`,
  ].join('; ');
}

/** Where browsers tell what the policy kept from happening. */
export const REPORTS_PATH = '/reports/policy';

/** The policy of the page's service worker: it fetches the page's own files, and nothing else is its business. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'";

function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const blocks = html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...blocks].map(
    (block) =>
      `'sha256-${createHash('sha256')
        .update(block[1] ?? '')
        .digest('base64')}'`,
  );
}
