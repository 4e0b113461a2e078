import { type Advisory, parseAnswer } from './advisories.ts';

const PATH = '/-/npm/v1/security/advisories/bulk';
const PATIENCE_MS = 30_000;

/** What a registry knows of these versions, as `npm audit` asks it; throws with the reason where it does not say. */
export async function askRegistry(
  registry: string,
  locked: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Advisory[]> {
  const answer = await fetch(registry.replace(/\/$/, '') + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(locked)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`it answered with ${answer.status}`);
  const read: unknown = await answer.json();
  return parseAnswer(read);
}
