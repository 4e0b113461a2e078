import { tryJson } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import { type FromPast, type PastNeed, PastSession, type PastSupply, type ToPast } from '@bough/editor/moments';

// Reads and keeps the past beside the page, so that a long one stops nothing but itself.

const wanted = new Map<number, (supply: PastSupply | null) => void>();
let lastId = 0;

function say(message: FromPast): void {
  postMessage(message);
}

function ask(need: PastNeed): Promise<PastSupply | null> {
  const id = ++lastId;
  return new Promise((resolve) => {
    wanted.set(id, resolve);
    say({ kind: 'need', id, need });
  });
}

const text = ({ bytes }: PastSupply): string => new TextDecoder().decode(bytes);

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.addEventListener('message', () => waiting.shift()?.());
turns.port1.start();

const session = new PastSession(
  {
    readMoment: async (map, at) => {
      const supply = await ask({ kind: 'moment', map, at });
      return supply === null ? null : { seq: supply.seq, text: text(supply) };
    },
    readChanges: async (map, from, to) => {
      const supply = await ask({ kind: 'changes', map, from, to });
      const page = supply === null ? null : everydayRoutes.readMapChanges.answer(tryJson(text(supply)));
      return page?.ok === true ? page.value.changes : null;
    },
    // What has arrived in the meantime comes first.
    rest: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        turns.port2.postMessage(null);
      }),
  },
  say,
);

addEventListener('message', ({ data }: MessageEvent<ToPast>) => {
  if (data.kind !== 'supply') return void session.take(data);
  wanted.get(data.id)?.(data.supply);
  wanted.delete(data.id);
});
