import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceProcess } from '@bough/house/servers';
import { newCommentId, newItemId, newThreadId, orderBetween } from '@bough/map';
import { platformIds, platformRandom } from '@bough/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { gatewayProcess } from '../../testing/running/gateway-process.ts';
import { newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { Neighbours } from '../../testing/running/neighbours.ts';

// A gateway as the process that it is, killed while it gathers what somebody is to be told.

const folder = mkdtempSync(join(tmpdir(), 'bough-mentions-'));
const SOON = { timeout: 10_000 };
let neighbours: Neighbours;
let gateway: ServiceProcess;
beforeAll(async () => {
  neighbours = await Neighbours.start(['docstore', 'mailer']);
  gateway = await gatewayProcess(neighbours, folder, { BOUGH_MAILER_URL: neighbours.urls.mailer });
  await gateway.start();
});
afterAll(async () => {
  await gateway.end('SIGKILL');
  await neighbours.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Mails that mention somebody, as they stand on the disk. */
function mentionsTo(address: string): readonly { readonly text: string; readonly at: number }[] {
  const outbox = new DatabaseSync(join(neighbours.folder, 'mailer', 'mailer.sqlite'), { readOnly: true });
  const rows = outbox
    .prepare(`SELECT text, at FROM mails WHERE recipient = ? AND subject = 'You are mentioned in a comment'`)
    .all(address);
  outbox.close();
  return rows.map((row) => ({ text: String(row['text']), at: Number(row['at']) }));
}

async function named(address: string, name: string): Promise<Browser> {
  const browser = await signedIn(gateway, address);
  await browser.must('PUT', '/api/account', { name, hue: 1 });
  return browser;
}

test('[GW-104] a gateway that is killed with -9 while it gathers takes no mail along', async () => {
  const [ownerAt, annAt] = [newMailAddress(), newMailAddress()];
  const [owner, ann] = [await named(ownerAt, 'Owner'), await named(annAt, 'Ann Lee')];
  const { id: map } = await owner.makeMap('Garden');
  expect((await ann.join((await owner.makeLink(map, 'edit')).secret)).status).toBeLessThan(300);
  const drawer = new Drawer(owner, map, (await owner.person()).id);
  drawer.start();
  await expect.poll(() => drawer.isLive, SOON).toBe(true);
  const item = newItemId(platformIds);
  const order = orderBetween(null, null, platformRandom);
  drawer.client.edit([{ kind: 'add', id: item, parent: null, order, fields: { text: 'Beds' } }]);
  const say = async (text: string): Promise<void> => {
    const ids = { thread: newThreadId(platformIds), id: newCommentId(platformIds) };
    drawer.client.edit([{ kind: 'comment', ...ids, item, text }]);
    await expect.poll(() => drawer.client.status.unsent, SOON).toBe(0);
  };
  await say('@Ann the roses');
  await say('@Ann and the beans');
  await expect.poll(() => mentionsTo(annAt)[0]?.text ?? '', SOON).toContain('the beans');
  await gateway.end('SIGKILL');
  drawer.stop();
  const [mail, another] = mentionsTo(annAt);
  expect([mail?.text.includes('the roses'), another]).toEqual([true, undefined]);
  // Nobody has to come back for it: mailer lets it go by itself.
  const leavesInMs = (mail?.at ?? 0) - Date.now();
  expect([leavesInMs > 60_000, leavesInMs <= 4 * 60_000]).toEqual([true, true]);
});
