import { expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { rectToScreen, toScreen, type View } from './camera.ts';

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const UPRIGHT: View = { width: 390, height: 844, insets: { top: 82, right: 12, bottom: 116, left: 12 } };
const ACROSS: View = { width: 844, height: 390, insets: { top: 56, right: 12, bottom: 65, left: 12 } };
/** 26 branches of 20 items. */
const LARGE = [
  'land',
  ...Array.from({ length: 26 }, (_, i) => [
    `\tprovince ${i}`,
    ...Array.from({ length: 20 }, (__, j) => `\t\ttown ${i}.${j}`),
  ]).flat(),
].join('\n');

function resize(person: Person, view: View): void {
  person.view = view;
  person.session.changed();
  person.look();
}

function rectOf(person: Person, words: string) {
  const box = person.session.layout.box(person.named(words));
  if (box === null) throw new Error(`${words} is not shown`);
  return rectToScreen(person.session.state.look.camera, box);
}

/** Whether all of it stands beside the chrome. */
function isClear(person: Person, words: string): boolean {
  const { x, y, width, height } = rectOf(person, words);
  const { view } = person;
  const { top, right, bottom, left } = view.insets;
  return x >= left && y >= top && x + width <= view.width - right && y + height <= view.height - bottom;
}

it('[EDIT-67] a phone that is turned has the root of a large map still in sight, clear of its bars', () => {
  const person = new Person(LARGE, {}, UPRIGHT);
  expect(isClear(person, 'land')).toBe(true);
  resize(person, { ...ACROSS, insets: UPRIGHT.insets });
  resize(person, ACROSS);
  expect(isClear(person, 'land')).toBe(true);
  resize(person, UPRIGHT);
  expect(isClear(person, 'land')).toBe(true);
});

it('[EDIT-67] a phone that is turned has what is selected still in sight', () => {
  const person = new Person(LARGE, {}, UPRIGHT);
  for (const words of ['province 3', 'province 25']) {
    person.select(words);
    person.session.dispatch({ kind: 'reveal' });
    person.look();
    expect(isClear(person, words), words).toBe(true);
    for (const view of [ACROSS, UPRIGHT]) {
      resize(person, view);
      expect(isClear(person, words), words).toBe(true);
    }
  }
});

it('[EDIT-67] a phone that is turned shows in its middle what it showed there, where neither root nor selection was seen', () => {
  const person = new Person(LARGE, {}, UPRIGHT);
  person.session.dispatch({ kind: 'wheel', at: { x: 0, y: 0 }, dx: 4000, dy: 500, isZoom: false });
  person.look();
  const middleOf = ({ width, height, insets }: View) => {
    const { camera } = person.session.state.look;
    const [x, y] = [(insets.left + width - insets.right) / 2, (insets.top + height - insets.bottom) / 2];
    return { x: x / camera.scale + camera.x, y: y / camera.scale + camera.y };
  };
  const before = middleOf(UPRIGHT);
  resize(person, ACROSS);
  const after = middleOf(ACROSS);
  expect([after.x, after.y]).toEqual([expect.closeTo(before.x), expect.closeTo(before.y)]);
});

/** As wide as the window, and clear of its bars. */
const GARDEN = [
  'bakery',
  ...Array.from({ length: 6 }, (_, i) => `\tbranch ${i}\n\t\twith some longer words of its own ${i}`),
].join('\n');
const DESK: View = { width: 1280, height: 800, insets: { top: 56, right: 12, bottom: 52, left: 12 } };
const BESIDE_SHEET: View = { ...DESK, insets: { ...DESK.insets, right: 348 } };

it('[EDIT-67] a map that is seen as a whole is fitted beside a sheet, and is as it was when that closes', () => {
  const person = new Person(GARDEN, {}, DESK);
  const all = [...person.session.map.items.values()].map(({ text }) => text);
  const first = person.session.state.look.camera;
  expect(all.every((words) => isClear(person, words))).toBe(true);
  resize(person, BESIDE_SHEET);
  expect(all.filter((words) => !isClear(person, words))).toEqual([]);
  expect(person.session.state.look.camera.scale).toBeLessThan(first.scale);
  // A bar that comes meanwhile changes nothing of that.
  resize(person, { ...BESIDE_SHEET, insets: { ...BESIDE_SHEET.insets, top: 96 } });
  resize(person, BESIDE_SHEET);
  resize(person, DESK);
  expect(person.session.state.look.camera).toEqual(first);
});

it('[EDIT-67] a map glides beside a sheet, and is there at once for a person who wants no motion', () => {
  for (const reducedMotion of [false, true]) {
    const person = new Person(GARDEN, { reducedMotion }, DESK);
    person.view = BESIDE_SHEET;
    person.session.changed();
    expect(person.session.state.look.flight === null).toBe(reducedMotion);
  }
});

it('[EDIT-67] who looked elsewhere beside a sheet is left there when it closes', () => {
  const person = new Person(GARDEN, {}, DESK);
  resize(person, BESIDE_SHEET);
  person.session.dispatch({ kind: 'wheel', at: { x: 300, y: 300 }, dx: -120, dy: 40, isZoom: false });
  person.look();
  const moved = person.session.state.look.camera;
  resize(person, DESK);
  expect(person.session.state.look.camera).toEqual(moved);
});

it('[EDIT-67] a map that was not seen as a whole, or could not be read beside a sheet, is not made smaller for it', () => {
  const person = new Person(LARGE, {}, DESK);
  const { scale } = person.session.state.look.camera;
  resize(person, BESIDE_SHEET);
  expect(person.session.state.look.camera.scale).toBe(scale);
  const narrow = new Person(GARDEN, {}, DESK);
  const before = narrow.session.state.look.camera.scale;
  resize(narrow, { ...DESK, insets: { ...DESK.insets, right: 948 } });
  expect(narrow.session.state.look.camera.scale).toBe(before);
  expect(isClear(narrow, 'bakery')).toBe(true);
});

it('[EDIT-67] what is presented is fitted again to a screen that was turned', () => {
  const wide = ['oak', 'acorn', 'bark'].map(
    (words) => `${words} of a length that a phone held upright has no room for`,
  );
  const person = new Person(`trees\n\t${wide[0]}\n\t\t${wide[1]}\n\t\t${wide[2]}\n\tash\n\tyew`, {}, UPRIGHT);
  person.session.dispatch({ kind: 'run', command: 'present' });
  person.session.dispatch({ kind: 'run', command: 'present-next' });
  person.look();
  const upright = person.session.state.look.camera.scale;
  resize(person, ACROSS);
  const rects = wide.map((words) => rectOf(person, words));
  const [left, right] = [Math.min(...rects.map(({ x }) => x)), Math.max(...rects.map(({ x, width }) => x + width))];
  expect(person.session.state.look.camera.scale).not.toBe(upright);
  expect(Math.abs(left - (844 - right))).toBeLessThan(2);
  // As large as it can be: it fills the width, or the height, or is as large as a slide gets.
  const [top, bottom] = [Math.min(...rects.map(({ y }) => y)), Math.max(...rects.map(({ y, height }) => y + height))];
  const { scale } = person.session.state.look.camera;
  expect(scale > 2.3 || right - left > 750 || bottom - top > 390 - 56 - 65 - 70).toBe(true);
});

it('[EDIT-74] a phone that is held across has letters as large as one that is held upright', () => {
  expect(new Person(LARGE, { isHandheld: true }, ACROSS).session.state.look.camera.scale).toBeGreaterThanOrEqual(0.8);
});

it('[EDIT-105] what is selected stays where it is on the screen when all is unfolded, and when it is folded again', () => {
  const person = new Person(LARGE, {}, { width: 1280, height: 800, insets: NONE });
  person.session.dispatch({ kind: 'run', command: 'fold-to-1' });
  person.select('province 17');
  person.session.dispatch({ kind: 'reveal' });
  person.look();
  const before = rectOf(person, 'province 17');
  const { height } = person.session.layout.bounds();
  for (const command of ['unfold-all', 'fold-to-1'] as const) {
    person.session.dispatch({ kind: 'run', command });
    person.look();
    const after = rectOf(person, 'province 17');
    expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 0), expect.closeTo(before.y, 0)]);
    if (command === 'unfold-all') expect(person.session.layout.bounds().height).toBeGreaterThan(5 * height);
  }
});

it('[EDIT-105] with nothing selected, what is nearest to the middle stays there when all is unfolded', () => {
  const person = new Person(LARGE, {}, { width: 1280, height: 800, insets: NONE });
  const near = () => {
    const { camera } = person.session.state.look;
    return [...person.session.map.items.values()]
      .flatMap(({ id }) => person.session.layout.box(id) ?? [])
      .map((box) => ({ id: box.id, at: toScreen(camera, { x: box.x + box.width / 2, y: box.y + box.height / 2 }) }))
      .toSorted((a, b) => Math.hypot(a.at.x - 640, a.at.y - 400) - Math.hypot(b.at.x - 640, b.at.y - 400))[0];
  };
  person.session.dispatch({ kind: 'run', command: 'fold-to-1' });
  person.look();
  person.session.dispatch({ kind: 'wheel', at: { x: 0, y: 0 }, dx: 300, dy: 200, isZoom: false });
  person.look();
  const before = near();
  person.session.dispatch({ kind: 'run', command: 'unfold-all' });
  person.look();
  const box = before === undefined ? null : person.session.layout.box(before.id);
  const after = box === null ? null : rectToScreen(person.session.state.look.camera, box);
  expect((after?.x ?? 0) + (after?.width ?? 0) / 2).toBeCloseTo(before?.at.x ?? 0, 0);
  expect((after?.y ?? 0) + (after?.height ?? 0) / 2).toBeCloseTo(before?.at.y ?? 0, 0);
});

it('[EDIT-77] who comes nearer below a map has it in sight beside the chrome, and not under the bars', () => {
  const person = new Person(undefined, {}, UPRIGHT);
  const from = { x: 195, y: 400 };
  person.session.dispatch({ kind: 'gesture', gesture: { kind: 'zoom', at: from, factor: 0.2 } });
  person.look();
  const ends = ['elm', 'yew', 'bark', 'trees', 'ash'].map((words) => rectOf(person, words));
  const at = { x: 195, y: Math.max(...ends.map(({ y, height }) => y + height)) + 30 };
  expect(person.session.state.look.camera.scale).toBeLessThan(0.25);
  for (let i = 0; i < 40; i++) {
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'zoom', at, factor: 1.08 } });
    person.look();
    const seen = ['trees', 'oak', 'acorn', 'bark', 'ash', 'yew', 'elm'].map((words) => rectOf(person, words));
    const isSeen = seen.some(
      ({ x, y, width, height }) => x + width > 20 && x < 370 && y + height > 82 + 7 && y < 844 - 116 - 7,
    );
    expect(isSeen, `step ${i}`).toBe(true);
  }
});

it('[EDIT-77] items that lie under the bars alone are not in sight: the way back is offered', () => {
  const person = new Person('alone', {}, UPRIGHT);
  person.session.dispatch({
    kind: 'wheel',
    at: { x: 0, y: 0 },
    dx: 0,
    dy: rectOf(person, 'alone').y - 30,
    isZoom: false,
  });
  person.look();
  expect(person.session.state.look.isLost).toBe(true);
});

it('[EDIT-77] from so far that nobody could see it two presses on the paper begin nothing, and go nearer', () => {
  const person = new Person(LARGE, {}, { width: 1280, height: 800, insets: NONE });
  person.session.dispatch({ kind: 'run', command: 'unfold-all' });
  person.session.dispatch({ kind: 'run', command: 'fit' });
  person.look();
  const before = person.outline;
  expect(person.session.state.look.camera.scale).toBeLessThan(0.3);
  person.doubleClick({ x: 100, y: 300 });
  person.look();
  expect(person.outline).toBe(before);
  expect(person.session.state.editing).toBe(null);
  expect(person.session.state.look.camera.scale).toBe(1);
  expect(person.session.state.look.isLost).toBe(false);
});
