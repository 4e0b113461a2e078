import type { MapId } from '@bough/base';
import { everydayRoutes, HEADERS, type ParsedBy } from '@bough/contracts';
import type { PastNeed, PastSupply } from '@bough/editor/moments';
import { call, send } from '../../api/api.ts';

type ShownChange = ParsedBy<typeof everydayRoutes.readMapChanges.answer>['changes'][number];

/** The map right after that change, as text; null when the server does not say. */
export async function readMoment(map: MapId, at: number): Promise<string | null> {
  const supply = await readSupply({ kind: 'moment', map, at });
  return supply === null ? null : new TextDecoder().decode(supply.bytes);
}

/** The changes `from`..`to`, as far as there are so many; null when the server does not say. */
export async function readChanges(map: MapId, from: number, to: number): Promise<readonly ShownChange[] | null> {
  const answer = await call(everydayRoutes.readMapChanges, { map, from, to }, undefined);
  return answer.ok ? answer.value.changes : null;
}

/** What the worker needs, as it comes: it reads it; null when the server does not say. */
export async function readSupply(need: PastNeed): Promise<PastSupply | null> {
  try {
    const answer = await ask(need);
    const seq = Number(answer.headers.get(HEADERS.seq) ?? '0');
    return answer.ok && Number.isInteger(seq) ? { seq, bytes: await answer.arrayBuffer() } : null;
  } catch {
    return null;
  }
}

function ask(need: PastNeed): Promise<Response> {
  const { map } = need;
  if (need.kind === 'moment') return send(everydayRoutes.readMap, { map, known: null, at: need.at }, undefined);
  return send(everydayRoutes.readMapChanges, { map, from: need.from, to: need.to }, undefined);
}
