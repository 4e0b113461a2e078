import type { MapId } from '@bough/base';
import { everydayRoutes, HEADERS, type ParsedBy } from '@bough/contracts';
import { useEffect, useState } from 'react';
import { call, send } from '../../api/api.ts';

type ShownChange = ParsedBy<typeof everydayRoutes.readMapChanges.answer>['changes'][number];

/** The map right after one of its changes; `change` is null at the very beginning. */
export interface Moment {
  readonly seq: number;
  readonly text: string;
  readonly change: Pick<ShownChange, 'author' | 'at'> | null;
}

const PAGE = 200;
/** Between two looks while somebody drags the slider. */
const REST_MS = 60;

/** The number of the map's last change; null when the server does not say. */
export async function readLast(map: MapId): Promise<number | null> {
  const answer = await readMoment(map, null);
  return answer?.seq ?? null;
}

/** The moment after change `seq`, once it is there; the one before it until then. */
export function useMoment(map: MapId, seq: number | null): Moment | null {
  const [moment, setMoment] = useState<Moment | null>(null);
  useEffect(() => {
    if (seq === null) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const [document, change] = await Promise.all([readMoment(map, seq), changeAt(map, seq)]);
      if (!isOver && document !== null) setMoment({ seq, text: document.text, change });
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [map, seq]);
  return moment;
}

/** The map right after that change, or as it is now (null); null when the server does not say. */
export async function readMoment(
  map: MapId,
  at: number | null,
): Promise<{ readonly seq: number; readonly text: string } | null> {
  try {
    const answer = await send(everydayRoutes.readMap, { map, known: null, at }, undefined);
    const seq = Number(answer.headers.get(HEADERS.seq) ?? 'none');
    return answer.ok && Number.isInteger(seq) ? { seq, text: await answer.text() } : null;
  } catch {
    return null;
  }
}

const pages = new Map<string, Promise<readonly ShownChange[]>>();

/** Who made change `seq`, and when. Pages of changes are asked for once: what was, stays. */
async function changeAt(map: MapId, seq: number): Promise<ShownChange | null> {
  if (seq < 1) return null;
  const from = Math.floor((seq - 1) / PAGE) * PAGE + 1;
  const name = `${map} ${from}`;
  const page = pages.get(name) ?? readPage(map, from);
  const changes = await page;
  // A page that was not full yet grows; one that failed is asked for again.
  if (changes.length === PAGE) pages.set(name, page);
  return changes.find((change) => change.seq === seq) ?? null;
}

async function readPage(map: MapId, from: number): Promise<readonly ShownChange[]> {
  return (await readChanges(map, from, from + PAGE - 1)) ?? [];
}

/** The changes `from`..`to`, as far as there are so many; null when the server does not say. */
export async function readChanges(map: MapId, from: number, to: number): Promise<readonly ShownChange[] | null> {
  const answer = await call(everydayRoutes.readMapChanges, { map, from, to }, undefined);
  return answer.ok ? answer.value.changes : null;
}
