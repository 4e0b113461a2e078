import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Where the request comes from, with `proxies` trusted in front: each of them appended to X-Forwarded-For whom it saw, so
 * that as many entries from the right are true, and everything left of them is what the client claims.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const remote = plain(request.socket.remoteAddress ?? '');
  const header = request.headers['x-forwarded-for'];
  const claimed = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  const hops = [remote, ...claimed.filter((part) => part !== '').toReversed()];
  return plain(hops[Math.min(proxies, hops.length - 1)] ?? remote);
}

/** What a limit counts by: an IPv4 address, or the /64 that one customer has of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter((part) => part !== '');
  const right = tail.split(':').filter((part) => part !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether the request was made on this very machine, past no proxy, to a name of this machine. */
export function isFromThisMachine(request: IncomingMessage, proxies: number): boolean {
  const { forwarded, via, host = '' } = request.headers;
  if (proxies > 0 || forwarded !== undefined || via !== undefined) return false;
  if (request.headers['x-forwarded-for'] !== undefined) return false;
  const remote = plain(request.socket.remoteAddress ?? '');
  // The host is checked against a web site that points its own name at 127.0.0.1.
  return (remote === '127.0.0.1' || remote === '::1') && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}

/** Whether the address, of a whole Bough, leads to this very machine, so that nobody else can come by it. */
export function isOfThisMachine(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
