import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Op } from '@bough/map';
import { platformIds } from '@bough/service';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// What people do to each other's comments.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

async function openTalk() {
  const owner = await Browser.guest(gateway);
  const { id: map } = await owner.makeMap();
  const [own, one, two, editor] = [
    await PageSocket.join(owner, map),
    await PageSocket.join(await owner.guestAt(map, 'comment'), map),
    await PageSocket.join(await owner.guestAt(map, 'comment'), map),
    await PageSocket.join(await owner.guestAt(map, 'edit'), map),
  ];
  const add = addItem('an item');
  const item = add.kind === 'add' ? add.id : '';
  expect(await own.change([add])).toBe('kept');
  const comment = async (by: PageSocket, text: string) => {
    const [thread, id] = [platformIds.short(), platformIds.short()];
    expect(await by.change([{ kind: 'comment', thread, item, id, text }])).toBe('kept');
    return { thread, id };
  };
  const document = async (): Promise<string> => (await owner.must('GET', `/api/maps/${map}/document`)).text;
  const close = (): unknown => Promise.all([own, one, two, editor].map((socket) => socket.close()));
  return { item, own, one, two, editor, comment, document, close };
}

const edited = (where: { readonly thread: string; readonly id: string }, text: string | null) => [
  { kind: 'edit-comment', ...where, text },
];

test('[GW-235] a comment is changed by its author, and removed by its author or an editor, and nobody else', async () => {
  const { one, two, own, editor, comment, document, close } = await openTalk();
  const said = await comment(one, 'what one said');
  expect(await two.change(edited(said, 'what two made of it'))).toBe('denied');
  expect(await two.change(edited(said, null))).toBe('denied');
  expect(await editor.change(edited(said, 'what the editor made of it'))).toBe('denied');
  expect(await own.change(edited(said, 'what the owner made of it'))).toBe('denied');
  expect(await document()).toContain('what one said');
  expect(await one.change(edited(said, 'what one meant'))).toBe('kept');
  expect(await document()).toContain('what one meant');
  // An editor takes it away, and their undo brings it back as it was; in other words it does not come back.
  expect(await editor.change(edited(said, null))).toBe('kept');
  expect(await editor.change(edited(said, 'what the editor made of it'))).toBe('denied');
  expect(await two.change(edited(said, 'what one meant'))).toBe('denied');
  expect(await editor.change(edited(said, 'what one meant'))).toBe('kept');
  expect(await one.change(edited(said, null))).toBe('kept');
  await close();
});

test('[GW-481] a message of the chat is changed by its author, and removed by its author or an editor; anyone may react', async () => {
  const { one, two, editor, document, close } = await openTalk();
  const id = platformIds.short();
  const change = (text: string | null) => [{ kind: 'edit-message', id, text }];
  const sign = (isOn: boolean) => [{ kind: 'react', thread: null, id, sign: '🎉', isOn }];
  expect(await one.change([{ kind: 'message', id, text: 'what one said' }])).toBe('kept');
  for (const each of [two, editor]) expect(await each.change(change('what they made of it'))).toBe('denied');
  expect(await two.change(change(null))).toBe('denied');
  expect(await one.change(change('what one meant'))).toBe('kept');
  for (const each of [one, two, editor]) expect(await each.change(sign(true))).toBe('kept');
  // One takes away one's own sign, and nobody else's.
  expect(await two.change(sign(false))).toBe('kept');
  const chat = async (): Promise<readonly unknown[]> => JSON.parse(await document()).chat;
  const [said] = await chat();
  expect(said).toMatchObject({ text: 'what one meant', reactions: [{ sign: '🎉' }] });
  expect(JSON.stringify(said)).toMatch(/"people":\["[\w-]{22}","[\w-]{22}"\]/);
  expect(await editor.change(change(null))).toBe('kept');
  expect(await chat()).toEqual([]);
  expect(await editor.change(change('what one meant'))).toBe('kept');
  expect(await chat()).toEqual([said]);
  await close();
});

test('[GW-502] what an editor removed its author brings back in no words, on no copy of the map; what they removed themselves they do', async () => {
  const { one, editor, comment, document, close } = await openTalk();
  const id = platformIds.short();
  const message = (text: string | null) => [{ kind: 'edit-message', id, text }];
  const said = await comment(one, 'a comment');
  expect(await one.change([{ kind: 'message', id, text: 'a message' }])).toBe('kept');
  for (const change of [message, (text: string | null) => edited(said, text)]) {
    const words = change === message ? 'a message' : 'a comment';
    expect(await one.change(change(null))).toBe('kept');
    expect(await one.change(change(words))).toBe('kept');
    expect(await editor.change(change(null))).toBe('kept');
    expect(await one.change(change(words))).toBe('denied');
    expect(await one.change(change('again'))).toBe('denied');
    // Who removed it on their device meanwhile is told no error.
    expect(await one.change(change(null))).toBe('kept');
    const { chat, threads } = JSON.parse(await document());
    expect(JSON.stringify([chat, threads])).not.toContain(words);
    expect(await editor.change(change(words))).toBe('kept');
    expect(await one.change(change('mine again'))).toBe('kept');
  }
  await close();
});

test('[GW-236] whoever may only comment brings nothing back that was removed', async () => {
  const { item, one, own, comment, document, close } = await openTalk();
  const said = await comment(one, 'said on it');
  expect(await own.change([{ kind: 'remove', id: item }])).toBe('kept');
  const before = await document();
  const again: readonly Op[][] | readonly unknown[][] = [
    [{ kind: 'comment', thread: platformIds.short(), item, id: platformIds.short(), text: 'back with you' }],
    [{ kind: 'comment', thread: said.thread, item, id: platformIds.short(), text: 'back with you' }],
    edited(said, 'back with you'),
    [{ kind: 'resolve', thread: said.thread, isResolved: true }],
  ];
  for (const ops of again)
    expect([JSON.stringify(ops), await one.change(ops)]).toEqual([JSON.stringify(ops), 'denied']);
  expect(await document()).toBe(before);
  // Whoever may edit recovers it, as before.
  expect(await own.change(again[0] ?? [])).toBe('kept');
  expect(await document()).toContain('Recovered');
  await close();
});
