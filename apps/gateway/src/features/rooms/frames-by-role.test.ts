import type { MapRole } from '@bough/contracts';
import {
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  type ItemId,
  type Op,
  orderBetween,
  type ThreadId,
} from '@bough/map';
import { everyOp } from '@bough/map/testing';
import { platformIds, platformRandom } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** Kinds of change, and the least role that may make them: written down here once more, by hand. */
const LEAST: Readonly<Partial<Record<Op['kind'], 'comment' | 'edit'>>> = {
  add: 'edit',
  set: 'edit',
  move: 'edit',
  splice: 'edit',
  remove: 'edit',
  restore: 'edit',
  link: 'edit',
  unlink: 'edit',
  settings: 'edit',
  comment: 'comment',
  'edit-comment': 'comment',
  resolve: 'comment',
  message: 'comment',
  'edit-message': 'comment',
  react: 'comment',
};
const ROLES = ['view', 'comment', 'edit', 'own'] as const satisfies readonly MapRole[];
const order = orderBetween(null, null, platformRandom);

/** Two items, a link between them and a thread: what the changes below are about. */
function newParts() {
  return {
    root: newItemId(platformIds),
    leaf: newItemId(platformIds),
    link: newLinkId(platformIds),
    thread: newThreadId(platformIds),
    comment: newCommentId(platformIds),
    message: newCommentId(platformIds),
  };
}
type Parts = ReturnType<typeof newParts>;

function planted({ root, leaf, link }: Parts): readonly Op[] {
  return [
    { kind: 'add', id: root, parent: null, order, fields: { text: 'root' } },
    { kind: 'add', id: leaf, parent: root, order, fields: { text: 'leaf' } },
    { kind: 'link', link: { id: link, from: root, to: leaf, label: '', colour: null, arrow: 'end', points: [] } },
  ];
}

function said(thread: ThreadId, item: ItemId, id = newCommentId(platformIds)): Op {
  return { kind: 'comment', thread, item, id, text: 'said' };
}

function oneOfEach({ root, leaf, link, thread, comment, message }: Parts): readonly Op[] {
  return [
    { kind: 'add', id: newItemId(platformIds), parent: root, order, fields: {} },
    { kind: 'set', id: leaf, fields: { note: 'set' } },
    { kind: 'move', id: leaf, parent: null, order },
    { kind: 'splice', id: leaf, field: 'text', at: 0, remove: 0, insert: 'a ' },
    { kind: 'unlink', id: link },
    { kind: 'link', link: { id: link, from: leaf, to: root, label: '', colour: null, arrow: 'none', points: [] } },
    { kind: 'remove', id: leaf },
    { kind: 'restore', id: leaf, parent: root, order },
    { kind: 'settings', fields: { title: 'set' } },
    said(thread, root),
    { kind: 'edit-comment', thread, id: comment, text: 'said otherwise' },
    { kind: 'resolve', thread, isResolved: true },
    { kind: 'message', id: message, text: 'said to all' },
    { kind: 'edit-message', id: message, text: 'said to all otherwise' },
    { kind: 'react', thread: null, id: message, sign: '👍', isOn: true },
  ];
}

/** What became of one change of each kind, in a map where the comment that is edited is the asker's own, if they may comment. */
async function outcomesOf(role: MapRole): Promise<Readonly<Record<string, string>>> {
  const [owner, asker] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const map = await owner.makeMap();
  const { id: person } = await asker.person();
  await world.metadata.addGrant({ map: map.id, person, role, link: null, at: 1 });
  const [planting, asking] = [await PageSocket.join(owner, map.id), await PageSocket.join(asker, map.id)];
  const parts = newParts();
  expect(await planting.change(planted(parts))).toBe('kept');
  const first = said(parts.thread, parts.root, parts.comment);
  expect(await (role === 'view' ? planting : asking).change([first])).toBe('kept');
  const outcomes: Record<string, string> = {};
  for (const op of oneOfEach(parts)) outcomes[op.kind] = await asking.change([op]);
  // Kinds that are not written down here are for those who may edit.
  const others = everyOp().filter((op) => LEAST[op.kind] === undefined && (role === 'view' || role === 'comment'));
  for (const op of others) if ((await asking.change([op])) !== 'denied') outcomes[op.kind] = 'not denied';
  // Among what is allowed it is refused as well.
  outcomes['mixed'] = await asking.change([said(parts.thread, parts.root), ...planted(newParts())]);
  await Promise.all([planting.close(), asking.close()]);
  return outcomes;
}

for (const role of ROLES) {
  test(`[GW-19] each kind of change is kept or refused by what the role may do: ${role}`, async () => {
    const mayDo = (least: MapRole): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);
    const kinds = Object.entries(LEAST).map(([kind, least]) => [kind, mayDo(least) ? 'kept' : 'denied']);
    expect(await outcomesOf(role)).toEqual({ ...Object.fromEntries(kinds), mixed: mayDo('edit') ? 'kept' : 'denied' });
  });
}
