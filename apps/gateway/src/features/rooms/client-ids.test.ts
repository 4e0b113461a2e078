import type { ServiceProcess } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { startWithDocstore } from '../../testing/running/gateway-process.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';

// Somebody in a room who means harm, and knows the id under which another person's page counts its changes: a gateway and a
// docstore as the processes that they are.

const HELLOS = 40;

let gateway: ServiceProcess;
beforeAll(async () => {
  const started = await startWithDocstore();
  gateway = started.gateway;
  return started.end;
});

/** An owner with a map, and somebody who came to it by a link. */
async function ownerAndGuest(role: 'view' | 'edit'): Promise<{ owner: Browser; guest: Browser; map: string }> {
  const owner = await Browser.guest(gateway);
  const { id: map } = await owner.makeMap();
  return { owner, guest: await owner.guestAt(map, role), map };
}

test('[GW-215] whoever greets under the client id of somebody else ends nobody’s socket', async () => {
  const { owner, guest, map } = await ownerAndGuest('view');
  const victim = await PageSocket.join(owner, map);
  for (let n = 0; n < HELLOS; n++) {
    const impostor = await PageSocket.join(guest, map, victim.client);
    expect(victim.bye, `after ${n + 1} hellos`).toBeNull();
    await impostor.close();
  }
  expect(await victim.change([addItem('still here')])).toBe('kept');
  await victim.close();
});

test('[GW-216] what is written under the client id of somebody else takes nothing from them, however it is counted', async () => {
  const { owner, guest, map } = await ownerAndGuest('edit');
  const drawer = new Drawer(owner, map, (await owner.person()).id);
  drawer.start();
  await until(() => drawer.isLive);
  const first = drawer.draw('first');
  await until(() => drawer.kept.has(first));
  const impostor = await PageSocket.join(guest, map, drawer.clientId);
  const before = impostor.frames.length;
  impostor.send({ kind: 'submit', base: 0, changes: [{ counter: Number.MAX_SAFE_INTEGER, ops: [addItem('wedge')] }] });
  await until(() => impostor.frames.length > before || impostor.closed !== null);
  // Also after a line that was lost: there the page is told how far it has counted.
  drawer.setOffline(true);
  drawer.setOffline(false);
  for (let n = 0; n < 3; n++) {
    const item = drawer.draw(`later ${n}`);
    await until(() => drawer.kept.has(item) || drawer.wrongs.length > 0);
  }
  expect(drawer.wrongs).toEqual([]);
  drawer.stop();
});

test('[GW-219] a counter that does not follow on the last one is refused: the socket is sent away, and goes on where it was', async () => {
  const { owner, map } = await ownerAndGuest('edit');
  const page = await PageSocket.join(owner, map);
  expect(await page.change([addItem('first')])).toBe('kept');
  page.send({ kind: 'submit', base: page.seq, changes: [{ counter: 7, ops: [addItem('jumps')] }] });
  expect([await page.end(), page.bye]).toEqual([1012, 'restart']);
  const again = await PageSocket.join(owner, map, page.client);
  expect(again.frames.find(({ kind }) => kind === 'welcome')).toMatchObject({ counter: 1 });
  // What lies between is said to be empty: that is how one who was refused, or forgotten, goes on.
  const changes = [6, 7].map((counter) => ({ counter, ops: counter === 7 ? [addItem('seventh')] : [] }));
  again.send({ kind: 'submit', base: again.seq, changes });
  await until(() => again.outcome(7) !== null);
  expect(again.outcome(7)).toBe('kept');
  again.send({ kind: 'submit', base: 0, changes: [{ counter: Number.MAX_SAFE_INTEGER, ops: [] }] });
  expect([await again.end(), again.bye]).toEqual([1008, 'malformed']);
});
