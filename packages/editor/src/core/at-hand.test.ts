import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { newLinkId } from '@bough/map';
import { expect, it } from 'vitest';
import { Person } from '../testing/person.ts';
import { rectToScreen, toScreen } from './camera/camera.ts';

const EMPTY = '';

function rectOf(person: Person, words: string) {
  const box = person.session.layout.box(person.named(words));
  if (box === null) throw new Error(`${words} is not seen`);
  return rectToScreen(person.session.state.look.camera, box);
}

const zoom = (person: Person, at: { x: number; y: number }, dy: number): void => {
  person.session.dispatch({ kind: 'wheel', at, dx: 0, dy, isZoom: true });
};

it('[EDIT-77] zooming in from afar, beside everything, ends with the nearest item in sight', () => {
  const person = new Person();
  zoom(person, { x: 640, y: 400 }, 900);
  const oak = person.spot('oak');
  const beside = { x: oak.x + 300, y: oak.y - 150 };
  for (let i = 0; i < 40; i++) {
    zoom(person, beside, -60);
    const { camera } = person.session.state.look;
    const seen = person.session.layout.itemsIn({
      x: camera.x,
      y: camera.y,
      width: 1280 / camera.scale,
      height: 800 / camera.scale,
    });
    expect(seen.length).toBeGreaterThan(0);
  }
  expect(person.session.state.look.camera.scale).toBe(4);
});

it('[EDIT-77] what is under the pointer stays under it', () => {
  const person = new Person();
  zoom(person, { x: 640, y: 400 }, 600);
  const yew = person.spot('yew');
  for (let i = 0; i < 10; i++) zoom(person, yew, -60);
  const now = person.spot('yew');
  expect(Math.hypot(now.x - yew.x, now.y - yew.y)).toBeLessThan(1);
});

it('[EDIT-77] on blank paper one is told so, and finds back', () => {
  const person = new Person();
  expect(person.snapshot.isLost).toBe(false);
  person.session.dispatch({ kind: 'wheel', at: { x: 640, y: 400 }, dx: 9000, dy: 0, isZoom: false });
  person.look();
  expect(person.snapshot.isLost).toBe(true);
  person.session.dispatch({ kind: 'find-back' });
  person.look();
  expect(person.snapshot.isLost).toBe(false);
  expect(rectOf(person, 'trees').x).toBeGreaterThan(0);
  // Two presses on the paper lead back, too, and make no root in the void.
  const { size } = person.session.map.items;
  person.session.dispatch({ kind: 'wheel', at: { x: 640, y: 400 }, dx: 9000, dy: 0, isZoom: false });
  person.look();
  person.session.dispatch({ kind: 'gesture', gesture: { kind: 'add-root', at: { x: 640, y: 400 } } });
  person.look();
  expect([person.snapshot.isLost, person.session.map.items.size]).toEqual([false, size]);
  person.session.dispatch({ kind: 'gesture', gesture: { kind: 'add-root', at: { x: 640, y: 700 } } });
  expect(person.session.map.items.size).toBe(size + 1);
});

it('[EDIT-70] while it is edited an item is as large as its words are written', () => {
  const person = new Person('root\n\ta **bold** word');
  const read = rectOf(person, 'a **bold** word').width;
  person.select('a **bold** word');
  person.press('F2');
  const written = rectOf(person, 'a **bold** word').width;
  expect(written).toBeGreaterThan(read + 10);
  person.press('Escape');
  expect(rectOf(person, 'a **bold** word').width).toBe(read);
});

it('[EDIT-71] a presentation fits each branch into the window, far larger than a look at the map does', () => {
  const person = new Person();
  person.session.dispatch({ kind: 'run', command: 'present' });
  person.look();
  person.session.dispatch({ kind: 'run', command: 'present-next' });
  person.look();
  expect(person.session.state.look.camera.scale).toBeGreaterThan(2);
});

it('[EDIT-71] what is presented stands in the middle of the window, and no line before it takes room from its words', () => {
  const garden = 'trees\n\toak\n\t\tacorn that has rolled far from the tree\n\t\tbark\n\tash\n\tyew\n\telm';
  const insets = { top: 12, right: 12, bottom: 80, left: 12 };
  const person = new Person(garden, {}, { width: 390, height: 844, insets });
  person.select('oak');
  person.session.dispatch({ kind: 'run', command: 'present' });
  person.look();
  const [oak, acorn] = [rectOf(person, 'oak'), rectOf(person, 'acorn that has rolled far from the tree')];
  const left = Math.min(oak.x, acorn.x);
  const right = Math.max(oak.x + oak.width, acorn.x + acorn.width);
  expect((left + right) / 2).toBeCloseTo(195, 0);
  expect(right - left).toBeGreaterThan(290);
});

it('[EDIT-71] a finger turns it over, a mouse and a short way do not', () => {
  const person = new Person();
  person.session.dispatch({ kind: 'run', command: 'present' });
  const swipe = (dx: number, dy: number, isTouch = true): number | undefined => {
    const from = { x: 300, y: 300 };
    person.drag(from, { x: from.x + dx, y: from.y + dy }, { isTouch });
    person.look();
    return person.snapshot.present?.at;
  };
  expect(swipe(-80, 10)).toBe(1);
  expect(swipe(-80, 10)).toBe(2);
  expect(swipe(90, 0)).toBe(1);
  expect(swipe(-20, 0)).toBe(1);
  expect(swipe(-60, 90)).toBe(1);
  expect(swipe(-200, 0, false)).toBe(1);
});

it('[EDIT-72] an outline that is pasted into an empty root that is edited becomes the map', () => {
  const person = new Person(EMPTY);
  expect(person.session.state.editing).not.toBeNull();
  person.paste({ text: 'trees\n\toak\n\t\tacorn\n\tash' });
  expect(person.outline).toBe('trees\n\toak\n\t\tacorn\n\tash');
  expect(person.session.state.editing).toBeNull();
});

it('[EDIT-72] so it does where the root is only selected', () => {
  const person = new Person(EMPTY);
  person.press('Escape');
  person.paste({ text: 'trees\n\toak\n\tash' });
  expect(person.outline).toBe('trees\n\toak\n\tash');
});

it('[EDIT-72] a line of words is for the browser to put into the box, and so is a tree where words stand', () => {
  const person = new Person(EMPTY);
  expect(person.paste({ text: 'a thought' })).toBe(false);
  person.type('x');
  expect(person.paste({ text: 'one\ntwo' })).toBe(false);
});

it('[EDIT-73] what is dragged has its branch, and mirrored ones past its root', () => {
  const person = new Person();
  const oak = person.spot('oak');
  const root = person.spot('trees');
  person.drag(oak, { x: oak.x + 30, y: oak.y + 200 }, {}, false);
  expect([...(person.session.state.hand.drag?.lines.keys() ?? [])]).toEqual([person.named('oak')]);
  person.point('moved', { x: 2 * root.x - oak.x - 200, y: oak.y + 200 });
  const { lines, dragged } = person.session.state.hand.drag ?? {};
  expect(new Set(lines?.keys())).toEqual(new Set(['oak', 'acorn', 'bark'].map((words) => person.named(words))));
  const isOak = person.session.layout.box(person.named('oak'))?.side;
  expect(Math.sign(dragged?.get(person.named('acorn'))?.dx ?? 0)).toBe(isOak === 'right' ? -1 : 1);
});

it('[EDIT-73] links within what is dragged go along, and those to other items are not seen meanwhile', () => {
  const person = new Person();
  const ids = makeIds(person.clock, seededRandom(5));
  const [within, out, apart] = [
    ['acorn', 'bark'],
    ['acorn', 'ash'],
    ['trees', 'ash'],
  ].map((ends) => {
    const [from, to] = ends.map((words) => person.named(words));
    const id = newLinkId(ids);
    if (from === undefined || to === undefined) throw new Error('they are there');
    person.byOther({ kind: 'link', link: { id, from, to, label: '', colour: null, arrow: 'end', points: [] } });
    return `link:${id}`;
  });
  const oak = person.spot('oak');
  person.drag(oak, { x: oak.x + 30, y: oak.y + 200 }, {}, false);
  const dragged = person.session.state.hand.drag?.dragged ?? new Map();
  const own = dragged.get(person.named('oak'));
  expect([dragged.get(within ?? ''), dragged.get(out ?? ''), dragged.get(apart ?? '')]).toEqual([
    own,
    { dx: 0, dy: 0, alpha: 0 },
    undefined,
  ]);
});

it('[EDIT-73] siblings make room where it would land, and stand as before when it is let go', () => {
  const person = new Person('root\n\tone\n\t\ta\n\t\tb\n\t\tc');
  const [a, b, c] = ['a', 'b', 'c'].map((words) => person.spot(words));
  if (a === undefined || b === undefined || c === undefined) throw new Error('they are seen');
  person.drag(c, { x: a.x, y: (a.y + b.y) / 2 }, {}, false);
  const dragged = person.session.state.hand.drag?.dragged;
  expect(dragged?.get(person.named('a'))?.dy).toBeLessThan(0);
  expect(dragged?.get(person.named('b'))?.dy).toBeGreaterThan(0);
  person.point('released', { x: a.x, y: (a.y + b.y) / 2 });
  expect(person.outline).toBe('root\n\tone\n\t\ta\n\t\tc\n\t\tb');
  expect(person.session.state.hand.drag).toBeNull();
});

it('[EDIT-73] what was dropped is brought in, where its place is outside', () => {
  const person = new Person();
  const side = person.session.layout.box(person.named('oak'))?.side === 'left' ? -1 : 1;
  const x = person.spot('oak').x;
  // Oak stands at the edge of the window: what it gets as a branch stands beyond it.
  const edge = side === 1 ? 1240 : 40;
  person.session.dispatch({ kind: 'wheel', at: { x: 640, y: 400 }, dx: x - edge, dy: 0, isZoom: false });
  person.look();
  person.drag(person.spot('elm'), person.spot('oak'));
  person.look();
  const { x: left, width } = rectOf(person, 'elm');
  expect(left).toBeGreaterThan(0);
  expect(left + width).toBeLessThan(1280);
});

it('[EDIT-76] a branch line under the mouse is shown, beside it nothing is', () => {
  const person = new Person();
  const { layout, state } = person.session;
  const { x, y } = layout.box(person.named('oak'))?.entry ?? { x: 0, y: 0 };
  const outward = layout.box(person.named('oak'))?.side === 'left' ? -1 : 1;
  const ways = [4, 8, 12, 16, 20].map((by) => ({ x: x - outward * by, y }));
  const on = ways.find((at) => layout.hit(at, 4)?.kind === 'line') ?? { x: 0, y: 0 };
  person.point('moved', toScreen(state.look.camera, on));
  expect(person.session.state.hand.line).toEqual({ what: 'line', id: person.named('oak') });
  person.point('moved', { x: 30, y: 30 });
  expect(person.session.state.hand.line).toBeNull();
});

it('[EDIT-77] a place that is pressed in the minimap comes into the middle, at the same scale', () => {
  const person = new Person();
  const { scale } = person.session.state.look.camera;
  const box = person.session.layout.box(person.named('acorn'));
  if (box === null) throw new Error('it is there');
  person.session.dispatch({ kind: 'look-at', spot: { x: box.x, y: box.y } });
  person.look();
  const seen = rectOf(person, 'acorn');
  expect([Math.round(seen.x), Math.round(seen.y)]).toEqual([640, 400]);
  expect(person.session.state.look.camera.scale).toBe(scale);
});
