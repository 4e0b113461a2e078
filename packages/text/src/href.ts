// URL is in every platform Bough runs on, but in no language library without DOM and Node.
declare const URL: { parse(text: string): { readonly protocol: string; readonly href: string } | null };

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The address in its parsed and escaped form, or null when it is not one of http, https or mailto. */
export function parseHref(text: string): string | null {
  if (text.length > 2048) return null;
  const url = URL.parse(text.trim());
  return url !== null && SCHEMES.has(url.protocol) ? url.href : null;
}
