import { platformIds } from '@bough/service';
import type { ServerFrame } from '@bough/sync';
import type { Line } from '../line.ts';

/** Lines to two gateways, of two pages of somebody, and what is done to the bus. */
export interface NewsDrillParts {
  readonly client: string;
  /** Whose changes are counted under `client`. */
  readonly here: Talking;
  readonly there: Talking;
  /** No gateway hears of another one. */
  readonly cutBus: () => Promise<void>;
}

type Talking = Pick<Line, 'welcome' | 'submit' | 'heard' | 'bye'>;

/** More than docstore tells gateways unasked: they are told how far it has come, and read the rest. */
const CHANGES = 100;

/**
 * L1: while no gateway hears of another one, somebody makes many changes at once, and does nothing more: who is at the other gateway gets them
 * all the same. Answers what is wrong; throws where it did not come about.
 */
export async function newsProblems(parts: NewsDrillParts, patienceMs: number): Promise<readonly string[]> {
  const { client, here, there, cutBus } = parts;
  const [welcome, other] = await Promise.all([here.welcome(), there.welcome()]);
  if (welcome === null || other === null) throw new Error('nobody was welcomed');
  await cutBus();
  const ops = Array.from({ length: CHANGES }, () => ({ kind: 'message', id: platformIds.short(), text: 'Here I am' }));
  const said = { client, counter: here.submit(welcome.counter + 1, ops) };
  const [isKept, isTold] = await Promise.all([here, there].map((line) => hears(line, said, patienceMs)));
  if (isKept !== true) throw new Error(`what somebody said was not kept: ${here.bye ?? 'they wait still'}`);
  if (isTold === true) return [];
  return [`L1: ${CHANGES} changes did not come to the other gateway within ${patienceMs} ms while the bus was down`];
}

/** Whether that change comes in time. */
async function hears(
  line: Talking,
  said: { readonly client: string; readonly counter: number },
  patienceMs: number,
): Promise<boolean> {
  const isThere = (frame: ServerFrame): boolean =>
    frame.kind === 'changes' &&
    frame.changes.some(({ client, counter }) => client === said.client && counter === said.counter);
  return (await line.heard(isThere, patienceMs)) !== null;
}
