import { seededRandom, VirtualClock } from '@bough/base/testing';
import { emptyMap, encodeMap } from '@bough/map';
import { expect, test } from 'vitest';
import { SyncClient } from './client.ts';
import type { ClientEffect, ClientEvent } from './client-types.ts';
import { CLIENT, LINEAGE, MAP, PERSON } from '../testing/samples.ts';

test('[SYNC-92] a client without a map says that no server gave it one, until one does', () => {
  const clock = new VirtualClock();
  const effects: ClientEffect[] = [];
  const events: ClientEvent[] = [];
  const client = new SyncClient(
    {
      ...{ clock, random: seededRandom(1) },
      perform: (effect) => void effects.push(effect),
      notify: (event) => void events.push(event),
    },
    { map: MAP, client: CLIENT, person: PERSON },
  );
  client.start(null);
  expect(client.status).toEqual({ kind: 'loading', unsent: 0, isUnanswered: false });
  client.loadFailed('unavailable');
  expect(client.status).toEqual({ kind: 'loading', unsent: 0, isUnanswered: true });
  expect(events.at(-1)).toEqual({ kind: 'status' });
  clock.advance(10_000);
  expect(effects.filter(({ kind }) => kind === 'fetch')).toHaveLength(2);
  expect(client.status).toMatchObject({ kind: 'loading', isUnanswered: true });
  client.loaded({ lineage: LINEAGE, seq: 0 }, encodeMap(emptyMap()));
  expect(client.status).not.toHaveProperty('isUnanswered');
});
