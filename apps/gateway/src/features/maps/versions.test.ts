import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { openWorld } from '../../testing/world.ts';

test('[GW-43] who may edit names a number of the history and sees the names', async () => {
  const world = await openWorld(['docstore']);
  onTestFinished(world.end);
  const gateway = await world.start();
  const owner = await Browser.guest(gateway);
  const map = await owner.makeMap();
  const path = `/api/maps/${map.id}/versions`;
  const named = (await owner.must('POST', path, { seq: 1, name: 'The first' })).json;
  expect(named).toMatchObject({ seq: 1, name: 'The first', by: (await owner.person()).id });
  const viewer = await Browser.guest(gateway);
  await viewer.join((await owner.makeLink(map.id, 'view')).secret);
  expect((await viewer.ask('GET', path)).json).toMatchObject({ code: 'gateway/denied' });
  const editor = await Browser.guest(gateway);
  await editor.join((await owner.makeLink(map.id, 'edit')).secret);
  expect((await editor.must('GET', path)).json).toEqual({ versions: [named] });
  expect((await viewer.ask('POST', path, { seq: 1, name: 'Mine' })).status).toBe(403);
  expect((await viewer.ask('DELETE', `${path}/${named.id}`)).status).toBe(403);
  expect((await owner.ask('POST', path, { seq: 9, name: 'Later' })).json).toMatchObject({ code: 'docstore/bad-base' });
  await owner.must('DELETE', `${path}/${named.id}`);
  expect((await owner.must('GET', path)).json).toEqual({ versions: [] });
});
