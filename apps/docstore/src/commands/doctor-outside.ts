import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { HEADERS } from '@bough/contracts';
import { type Check, checkPage, checkSocket } from './doctor.ts';

const PATIENCE_MS = 5_000;
const DAY_MS = 86_400_000;
/** What renews certificates does so a month before. */
const FEW_DAYS = 14;
const LOOKS = 5;
/** A page far away may take that; one that takes longer keeps people waiting at each step. */
const SLOW_MS = 500;

/** All that can be seen of a Bough from outside, at the address that people use: through every proxy, as a browser comes. */
export async function lookFromOutside(page: string, nowMs: () => number): Promise<readonly Check[]> {
  const [tls, first] = await Promise.all([checkTls(page, nowMs), checkPage(page, nowMs)]);
  if (!first.isWell) return [tls, first];
  const others = [checkIdentity(page), checkHidden(page), checkCookies(page), checkSocket(page)];
  // Last, so that nothing else goes on beside it.
  return [tls, first, ...(await Promise.all(others)), await checkLatency(page)];
}

/** Whether TLS is spoken, by a certificate that browsers take, and for how long it is good. */
export async function checkTls(page: string, nowMs: () => number): Promise<Check> {
  const { protocol, hostname, port } = new URL(page);
  if (protocol === 'http:') {
    const isHere = hostname === 'localhost' || hostname.startsWith('127.');
    if (isHere) return { isWell: true, says: 'TLS: none, which is well on this machine only' };
    return {
      isWell: false,
      says: `TLS: none at ${page}: passwords and maps travel in the open; put a proxy in front (docs/proxies.md)`,
    };
  }
  const seen = await certificateOf(hostname, Number(port || '443'));
  if (typeof seen === 'string')
    return { isWell: false, says: `TLS: browsers do not take the certificate of ${hostname}: ${seen}` };
  const [fromMs, toMs] = [Date.parse(seen.valid_from), Date.parse(seen.valid_to)];
  const leftMs = toMs - nowMs();
  const days = Math.floor(leftMs / DAY_MS);
  // Of one that is good for hours only, a third must be left.
  const isLong = days >= FEW_DAYS || leftMs * 3 >= toMs - fromMs;
  if (isLong) return { isWell: true, says: `TLS: a certificate that browsers take, good for ${days} days` };
  return { isWell: false, says: `TLS: the certificate ends in ${days} days: does what renews it still run?` };
}

function certificateOf(hostname: string, port: number): Promise<PeerCertificate | string> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    // TLS has names of servers there, no numbers.
    const servername = isIP(host) === 0 ? host : '';
    const socket = connect({ host, port, servername, timeout: PATIENCE_MS });
    const end = (answer: PeerCertificate | string): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('secureConnect', () => end(socket.getPeerCertificate()));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error) => end(error.message));
  });
}

/** Whether it is a Bough that answers: each of its answers names the protocol that it speaks. */
export async function checkIdentity(page: string): Promise<Check> {
  const answer = await look(page, '/api/session');
  const protocol = answer?.headers.get(HEADERS.protocol) ?? null;
  if (protocol !== null)
    return { isWell: true, says: `gateway: answers through every proxy, with protocol ${protocol}` };
  return {
    isWell: false,
    says: `gateway: what answers at ${page} is no Bough, or a proxy takes headers away: it must pass on those that begin with bough-`,
  };
}

/** Whether what only operators may read is kept from the world. */
export async function checkHidden(page: string): Promise<Check> {
  if (new URL(page).protocol === 'http:')
    return { isWell: true, says: '/metrics and /ready: nobody but this machine asks' };
  const answers = await Promise.all(['/metrics', '/ready'].map((path) => look(page, path)));
  if (answers.every((answer) => answer !== null && answer.status === 404))
    return { isWell: true, says: '/metrics and /ready: kept from the world' };
  return {
    isWell: false,
    says: '/metrics and /ready: the world can read them; let the proxy answer 404 (docs/proxies.md)',
  };
}

/** Whether the session's cookie arrives as it was set. */
export async function checkCookies(page: string): Promise<Check> {
  const answer = await look(page, '/api/session');
  const cookies = answer?.headers.getSetCookie() ?? [];
  const isTls = new URL(page).protocol === 'https:';
  const lacking = ['httponly', 'samesite=lax', ...(isTls ? ['secure'] : [])].filter(
    (word) => !cookies.every((cookie) => cookie.toLowerCase().split(/; */).includes(word)),
  );
  if (cookies.length === 0)
    return { isWell: false, says: 'cookies: none arrives, so nobody can sign in; the proxy must pass on Set-Cookie' };
  if (lacking.length === 0) return { isWell: true, says: 'cookies: arrive as they were set' };
  return {
    isWell: false,
    says: `cookies: without ${lacking.join(' and ')}; is BOUGH_PUBLIC_URL the address that people see, and does a proxy change Set-Cookie?`,
  };
}

/** How long an answer takes, of several the one in the middle. */
export async function checkLatency(page: string): Promise<Check> {
  const times: number[] = [];
  for (let i = 0; i < LOOKS; i++) {
    const startedMs = performance.now();
    await look(page, '/health');
    times.push(performance.now() - startedMs);
  }
  const median = Math.round(times.toSorted((a, b) => a - b)[Math.floor(LOOKS / 2)] ?? 0);
  const says = `answers: within ${median} ms`;
  if (median <= SLOW_MS) return { isWell: true, says };
  return { isWell: false, says: `${says}, which people notice; compare with http://127.0.0.1 on the machine itself` };
}

async function look(page: string, path: string): Promise<Response | null> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- doctor looks from outside, as a browser does: without a token, without a kept connection
    const answer = await fetch(new URL(path, page), {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await answer.arrayBuffer();
    return answer;
  } catch {
    return null;
  }
}
