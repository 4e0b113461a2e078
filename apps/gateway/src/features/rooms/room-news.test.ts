import { VirtualClock } from '@bough/base/testing';
import type { News, NewsQuery } from '@bough/contracts';
import { type Caller, openContext, platformIds, silentLog } from '@bough/service';
import { expect, test } from 'vitest';
import { RoomNews } from './room-news.ts';

test('[GW-590] docstore is told whom this gateway hears, also while it has no rooms, and what it says of others is believed', async () => {
  const clock = new VirtualClock();
  const asked: Pick<NewsQuery, 'asker' | 'isDeaf' | 'heard' | 'known'>[] = [];
  let heard: readonly string[] = ['gateway-two'];
  let met = 0;
  const call = async (_: unknown, { body }: { readonly body: NewsQuery }): Promise<News> => {
    const { asker, isDeaf, known } = body;
    asked.push({ asker, isDeaf, heard: body.heard, known });
    return { othersAreDeaf: asked.length === 2, maps: [] };
  };
  const news = new RoomNews({
    clock,
    openContext: (facts) => openContext({ service: 'gateway', clock, ids: platformIds, log: silentLog }, facts),
    bus: { name: 'gateway-one', heard: () => heard },
    docstore: { split: () => [{ caller: { call } as unknown as Caller, maps: [] }] },
    lookout: { isDeaf: false, othersAreDeaf: () => void met++ },
    known: () => [],
    onNews: () => expect.unreachable(),
    onTrouble: (error) => expect.unreachable(String(error)),
  });
  const look = async (): Promise<void> => {
    news.look();
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await look();
  heard = [];
  await look();
  news.close();
  const calm = { asker: 'gateway-one', isDeaf: false, known: [] };
  expect([asked, met]).toEqual([
    [
      { ...calm, heard: ['gateway-two'] },
      { ...calm, heard: [] },
    ],
    1,
  ]);
});
