// oxlint-disable-next-line no-restricted-imports -- doctor looks from outside, as a browser does: without a token, without a kept connection
import { request as plainRequest } from 'node:http';
// oxlint-disable-next-line no-restricted-imports -- doctor looks from outside, as a browser does: without a token, without a kept connection
import { request as tlsRequest } from 'node:https';
import { randomBytes } from 'node:crypto';
import { SOCKET_PATH } from '@bough/contracts';
import type { Location } from '../locations/locations.ts';

/** Where the rest of Bough is to be looked for. */
export interface Addresses {
  /** As people write it, through every proxy. */
  readonly page: string;
  readonly mailer: string;
  /** Where `npm start` runs one on this data folder; null: nobody knows. */
  readonly gateway: string | null;
}

/** One thing that was looked at: what was found, and what to do when it is not well. */
export interface Check {
  readonly isWell: boolean;
  readonly says: string;
}

const PATIENCE_MS = 5_000;
/** More than this, and ages, deadlines and tokens begin to go wrong. */
const MOST_APART_MS = 5_000;

/** A location that was opened has proved that it keeps conditions and opens its seals; what is left is its clock. */
export async function checkLocation(name: string, location: Location, nowMs: () => number): Promise<Check> {
  const key = `doctor/${randomBytes(9).toString('base64url')}`;
  const beforeMs = nowMs();
  await location.store.put(key, new Uint8Array([1]));
  const { entries } = await location.store.list(key);
  await location.store.remove(key);
  const apartMs = apartBy(entries[0]?.modifiedAt ?? 0, beforeMs, nowMs());
  const says = `${name} location: reached, keeps conditions, sealed`;
  if (apartMs <= MOST_APART_MS) return { isWell: true, says: `${says}, its clock agrees with this machine's` };
  const seconds = Math.round(apartMs / 1_000);
  return { isWell: false, says: `${says}, but its clock is ${seconds} s away from this machine's: set both by NTP` };
}

/** Whether the page answers at the address that people use, as itself, with a clock like this one's. */
export async function checkPage(page: string, nowMs: () => number): Promise<Check> {
  const beforeMs = nowMs();
  let answer: Response;
  try {
    // Not /ready, which proxies keep from the world.
    answer = await lookAt(page, '/health');
  } catch (failure) {
    return {
      isWell: false,
      says: `page: nothing answers at ${page} (${causeOf(failure)}); is Bough started, and BOUGH_PUBLIC_URL right?`,
    };
  }
  const body = await answer.text();
  if (answer.status !== 200)
    return { isWell: false, says: `page: ${page} answers ${answer.status}: ${body.slice(0, 300)}` };
  const dateMs = Date.parse(answer.headers.get('date') ?? '');
  const apartMs = Number.isNaN(dateMs) ? 0 : apartBy(dateMs, beforeMs - 1_000, nowMs());
  if (apartMs <= MOST_APART_MS)
    return { isWell: true, says: `page: answers at ${page}, its clock agrees with this machine's` };
  return {
    isWell: false,
    says: `page: answers at ${page}, but its clock is ${Math.round(apartMs / 1_000)} s away: set both by NTP`,
  };
}

/**
 * Whether a WebSocket gets through to the gateway. Asked without a session, the gateway refuses one with 401; whatever else
 * comes was said by something in between, or did not arrive as a WebSocket.
 */
export async function checkSocket(page: string): Promise<Check> {
  const status = await upgradeStatus(new URL(SOCKET_PATH, page), new URL(page).origin);
  if (status === 401) return { isWell: true, says: 'WebSocket: reaches the gateway' };
  const advice =
    status === 403
      ? 'the gateway is told another origin: BOUGH_PUBLIC_URL must be the address that people see'
      : 'the proxy must pass on the headers Upgrade and Connection, over HTTP/1.1';
  return { isWell: false, says: `WebSocket: does not reach the gateway at ${page} (${status}); ${advice}` };
}

/** Whether emails can be sent, as far as mailer knows. */
export function checkMailer(mailer: string): Promise<Check> {
  return checkReady('mail: mailer', mailer, 'BOUGH_MAILER_URL');
}

/** Whether the gateway of this machine has what it needs. */
export function checkGateway(gateway: string): Promise<Check> {
  return checkReady('gateway', gateway, 'running.json in the data folder');
}

async function checkReady(name: string, address: string, see: string): Promise<Check> {
  try {
    const answer = await lookAt(address, '/ready');
    const body = await answer.text();
    if (answer.status === 200) return { isWell: true, says: `${name} is ready` };
    return { isWell: false, says: `${name} is not ready: ${body.slice(0, 300)}` };
  } catch (failure) {
    return { isWell: false, says: `${name} cannot be asked at ${address} (${causeOf(failure)}); see ${see}` };
  }
}

function lookAt(address: string, path: '/health' | '/ready'): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- doctor looks from outside, as a browser does: without a token, without a kept connection
  return fetch(new URL(path, address), { signal: AbortSignal.timeout(PATIENCE_MS) });
}

function upgradeStatus(url: URL, origin: string): Promise<number | string> {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    origin,
  };
  return new Promise((resolve) => {
    const asked = request(url, { headers, timeout: PATIENCE_MS, agent: false });
    asked.once('response', (response) => (response.resume(), resolve(response.statusCode ?? 0)));
    asked.once('upgrade', (response, socket) => (socket.destroy(), resolve(response.statusCode ?? 0)));
    asked.once('timeout', () => asked.destroy(new Error('no answer')));
    asked.once('error', (failure) => resolve(causeOf(failure)));
    asked.end();
  });
}

/** How far an instant lies outside the time in which it must have been. */
function apartBy(atMs: number, fromMs: number, toMs: number): number {
  return Math.max(0, fromMs - atMs, atMs - toMs);
}

function causeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  return cause instanceof Error ? cause.message || cause.name : failure.message;
}
