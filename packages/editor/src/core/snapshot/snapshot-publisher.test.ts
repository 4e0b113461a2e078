import { VirtualClock } from '@bough/base/testing';
import { NOBODY_HERE } from '@bough/sync';
import { expect, test } from 'vitest';
import type { EditorSnapshot } from './snapshot.ts';
import { SnapshotPublisher } from './snapshot-publisher.ts';

const FIRST = {
  ...{
    title: '',
    status: { kind: 'saved' },
    role: null,
    people: [],
    self: null,
    refused: [],
    selection: [],
    focused: null,
  },
  ...{
    editing: null,
    isCutOff: false,
    replaced: null,
    following: null,
    zoom: 1,
    isOpenedFolded: false,
    isLost: false,
    beyond: '',
    firstRoot: null,
    canUndo: false,
    canRedo: false,
    find: null,
    focusedRect: null,
    items: 1,
    keyAdds: 0,
  },
  ...{ link: null, linkAt: null, linking: null, focusOn: null, present: null, isKept: true, version: 0 },
  ...{ colonWord: null, menu: null },
} as EditorSnapshot;
const EDITING = { editing: 'an item' } as unknown as Partial<EditorSnapshot>;

class Page {
  readonly clock = new VirtualClock();
  now = FIRST;
  told = 0;
  readonly publisher = new SnapshotPublisher(this.clock, () => this.now);

  constructor() {
    this.publisher.subscribe(() => this.told++);
  }

  async change(fields: Partial<EditorSnapshot>): Promise<void> {
    this.now = { ...this.now, ...fields };
    this.publisher.changed();
    await Promise.resolve();
  }
}

test('[EDIT-52] what follows from typing is told at a rest, and once in a while when there is none', async () => {
  const page = new Page();
  await page.change(EDITING);
  expect(page.told).toBe(1);
  for (let i = 1; i <= 5; i++) {
    await page.change({ version: i });
    page.clock.advance(100);
  }
  expect(page.told).toBe(1);
  page.clock.advance(300);
  expect([page.told, page.publisher.getSnapshot().version]).toEqual([2, 5]);
  for (let i = 6; i <= 40; i++) {
    await page.change({ version: i });
    page.clock.advance(100);
  }
  expect(page.told).toBeGreaterThan(4);
  expect(page.told).toBeLessThan(8);
});

test('[EDIT-52] everything else is told at once, with what was waiting', async () => {
  const page = new Page();
  await page.change(EDITING);
  await page.change({ version: 1 });
  await page.change({ colonWord: { word: 'oa', x: 0, y: 0 } });
  expect([page.told, page.publisher.getSnapshot().version]).toEqual([2, 1]);
  await page.change({ editing: null, version: 2 });
  expect(page.told).toBe(3);
  page.clock.advance(2000);
  expect(page.told).toBe(3);
});

test('[EDIT-52] that not all is saved is told at once, that it is at a rest', async () => {
  const page = new Page();
  await page.change(EDITING);
  await page.change({ version: 1, status: { kind: 'saving', unsent: 1 } });
  expect(page.publisher.getSnapshot().status.kind).toBe('saving');
  for (let i = 2; i < 5; i++) {
    await page.change({ status: { kind: 'saved' } });
    await page.change({ version: i, status: { kind: 'saving', unsent: 1 } });
  }
  expect(page.told).toBe(2);
  await page.change({ status: { kind: 'saved' } });
  page.clock.advance(300);
  expect([page.told, page.publisher.getSnapshot().status.kind]).toEqual([3, 'saved']);
});

test('[EDIT-52] where pointers of others are is nothing that the page tells', async () => {
  const page = new Page();
  const peer = {
    client: 'c',
    person: 'p',
    name: 'Ann',
    hue: 1,
    state: NOBODY_HERE,
  };
  const people = [peer] as unknown as EditorSnapshot['people'];
  await page.change({ people });
  const moved = people.map((one) => ({ ...one, state: { ...one.state, cursor: { item: null, x: 1, y: 1 } } }));
  await page.change({ people: moved });
  expect(page.told).toBe(1);
  await page.change({ people: moved.map((one) => ({ ...one, name: 'Anna' })) });
  expect(page.told).toBe(2);
});
