import { expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { drawerOf } from '../../testing/visitors/drawer.ts';
import { openWorld } from '../../testing/world.ts';

test('[GW-560] who is called otherwise is so at once for those who see them in a map', async () => {
  const world = await openWorld(['docstore']);
  try {
    const gateway = await world.start();
    const owner = await Browser.guest(gateway);
    const { id: map } = await owner.makeMap('Garden');
    const watching = await drawerOf(owner, map);
    const guest = await owner.guestAt(map, 'edit');
    const drawing = await drawerOf(guest, map);
    const seen = () => [...watching.client.board.peers.values()].map(({ name, hue }) => ({ name, hue }));
    await expect.poll(seen).toHaveLength(1);
    const called = { name: 'Ada of the garden', hue: 5 };
    await guest.must('PUT', '/api/account', called);
    await expect.poll(seen).toEqual([called]);
    expect(drawing.wrongs).toEqual([]);
  } finally {
    await world.end();
  }
});
