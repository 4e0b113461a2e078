import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** A word that nothing but this test can have written. */
function canary(what: string): string {
  return `canary${what}${platformIds.long()}`;
}

test('[GW-50] what people write, and what lets them in, is in no log, however it was sent and whatever became of it', async () => {
  const words: string[] = [];
  const word = (what: string): string => {
    const made = canary(what);
    words.push(made);
    return made;
  };
  const owner = await Browser.guest(gateway, word('name'));
  const { json: map } = await owner.must('POST', '/api/maps', { title: word('title'), folder: null });
  const socket = await PageSocket.join(owner, map.id);
  expect(await socket.change([addItem(word('item'))])).toBe('kept');
  // Refused, damaged and misplaced: what fails is what is logged.
  await socket.change([
    { kind: 'splice', id: platformIds.short(), field: 'text', at: 0, remove: 0, insert: word('lost') },
  ]);
  socket.ws.send(`{"kind":"submit","text":"${word('damaged')}"`);
  await socket.end();
  const asked = { role: 'view', needsSignIn: false, mayCopy: true, expiresAt: null };
  const { json: link } = await owner.must('POST', `/api/maps/${map.id}/links`, asked);
  words.push(link.secret);
  const guest = await Browser.guest(gateway);
  await guest.join(link.secret);
  await guest.join(word('nosuchlink'));
  await guest.ask('POST', '/api/session/sign-in', { email: `${word('address')}@example.test` });
  await guest.ask('POST', '/api/session/sign-in/confirm', { secret: word('secret') });
  await owner.ask('POST', '/api/maps', `{"title":"${word('body')}"`);
  await owner.ask('GET', `/api/maps/${map.id}/changes?from=${word('query')}&to=1`);
  await ask(gateway, `/join#${word('fragment')}`);
  await ask(gateway, '/api/maps', {
    headers: { cookie: `__Host-s=${word('cookie')}`, authorization: `Bearer ${word('bearer')}` },
  });
  const { json: ticket } = await owner.must('POST', `/api/maps/${map.id}/ticket?client=AAAAAAAAAAAA`);
  words.push(ticket.ticket, owner.csrf, ...owner.cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
  await owner.must('POST', '/api/session/sign-out');
  const logged = world.logged();
  expect(logged.length).toBeGreaterThan(1_000);
  expect(words.length).toBeGreaterThan(15);
  for (const each of words) expect(logged.includes(each), each.slice(0, 20)).toBe(false);
});
