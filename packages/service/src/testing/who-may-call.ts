import { createHmac } from 'node:crypto';
import type { AnyRoute, ServiceName } from '@bough/contracts';

/** Somebody with a token key, and the name that they give. */
export interface Claimant {
  readonly issuer: ServiceName;
  readonly kid: string;
  readonly key: Uint8Array;
}

/**
 * Asks each of a service's routes over HTTP, as each of these and with no token at all, and answers who was let past the door, route
 * by route. Nothing is done by it: parameters and bodies are none that a route takes.
 */
export async function whoMayCall(
  url: string,
  routes: Readonly<Record<string, AnyRoute>>,
  claimants: Readonly<Record<string, Claimant>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {};
  for (const route of Object.values(routes)) {
    const inside: string[] = [];
    const everybody: [string, Claimant | null][] = [...Object.entries(claimants), ['nobody', null]];
    for (const [name, claimant] of everybody) {
      const address = `${url}${route.path.replace(/:\w+/g, '!')}`;
      const authorization = claimant === null ? {} : { authorization: tokenOf(claimant, route.service) };
      const answer = await fetch(address, { method: route.method, headers: authorization });
      await answer.arrayBuffer();
      if (answer.status !== 401 && answer.status !== 403) inside.push(name);
    }
    found[route.name] = inside;
  }
  return found;
}

/** Made by hand, so that it says what no service of ours would. */
function tokenOf({ issuer, kid, key }: Claimant, audience: ServiceName): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, aud: audience, iat, exp: iat + 60, jti: 'abc' };
  const text = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(claims)}`;
  return `Bearer ${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
