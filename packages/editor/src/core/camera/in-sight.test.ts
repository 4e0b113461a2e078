import { expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { rectToScreen, type View } from './camera.ts';

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const PHONE: View = { width: 390, height: 844, insets: { top: 52, right: 12, bottom: 64, left: 12 } };

/** A person whose window is as large as this. */
function personAt(view: View, outline?: string): Person {
  const person = new Person(outline);
  resize(person, view);
  return person;
}

function resize(person: Person, view: View): void {
  person.view = view;
  person.session.changed();
  person.look();
}

function rectOf(person: Person, id = person.session.state.selection.focus) {
  const box = id === null ? null : person.session.layout.box(id);
  if (box === null) throw new Error('nothing is selected');
  return rectToScreen(person.session.state.look.camera, box);
}

/** Pans so that the item's left edge stands there. */
function panTo(person: Person, words: string, x: number): void {
  const { x: now } = rectOf(person, person.named(words));
  const at = { x: 200, y: 700 };
  person.session.dispatch({ kind: 'wheel', at, dx: now - x, dy: 0, isZoom: false });
  person.look();
}

it('[EDIT-66] words that grow past the edge stay in sight, and the camera moves no further than they need', () => {
  const person = personAt({ width: 700, height: 600, insets: NONE });
  person.select('bark');
  panTo(person, 'bark', 600);
  const { y } = person.session.state.look.camera;
  person.press('F2');
  person.type(' of old oaks in winter');
  person.look();
  const seen = rectOf(person);
  expect(seen.x + seen.width).toBeCloseTo(700 - 24, 0);
  expect(person.session.state.look.camera.y).toBe(y);
});

it('[EDIT-66] where the words have no room, the place is seen in which one types', () => {
  const person = personAt({ width: 240, height: 600, insets: NONE });
  person.select('bark');
  person.press('F2');
  person.type(' and more');
  for (const word of ['oak', 'ash', 'elm', 'yew', 'fir']) {
    person.type(` ${word}`);
    person.look();
    const { camera } = person.session.state.look;
    const words = person.session.layout.words(person.named(person.box.value));
    const caret = ((words?.x ?? 0) + person.box.caretRect.x - camera.x) * camera.scale;
    expect(caret).toBeGreaterThanOrEqual(0);
    expect(caret).toBeLessThanOrEqual(240);
  }
});

it('[EDIT-66] what is in sight moves nothing, and one who looks elsewhere while editing is left there until a letter comes', () => {
  const person = personAt({ width: 900, height: 700, insets: NONE });
  person.select('oak');
  person.press('F2');
  const { camera } = person.session.state.look;
  person.type('s');
  person.look();
  expect(person.session.state.look.camera).toBe(camera);
  panTo(person, 'oaks', 2000);
  expect(rectOf(person).x).toBeCloseTo(2000);
  person.type('!');
  person.look();
  expect(rectOf(person).x).toBeLessThan(900);
});

it('[EDIT-67] what is edited stays above an on-screen keyboard', () => {
  const person = personAt(PHONE);
  person.select('yew');
  person.session.dispatch({ kind: 'wheel', at: { x: 200, y: 700 }, dx: 0, dy: rectOf(person).y - 700, isZoom: false });
  person.look();
  person.press('F2');
  resize(person, { ...PHONE, height: 480 });
  const seen = rectOf(person);
  expect(seen.y + seen.height).toBeLessThanOrEqual(480 - 64);
  expect(seen.y).toBeGreaterThan(300);
});

it('[EDIT-67] what is selected stays clear of a sheet that opens over it', () => {
  const person = personAt({ width: 1000, height: 700, insets: NONE });
  person.select('acorn');
  panTo(person, 'acorn', 900);
  resize(person, { width: 1000, height: 700, insets: { ...NONE, right: 340 } });
  const seen = rectOf(person);
  expect(seen.x + seen.width).toBeLessThanOrEqual(660);
});

it('[EDIT-67] what one has out of sight stays there', () => {
  const person = personAt(PHONE);
  person.select('oak');
  panTo(person, 'oak', 3000);
  const { camera } = person.session.state.look;
  resize(person, { ...PHONE, height: 480 });
  expect(person.session.state.look.camera).toBe(camera);
});

it('[EDIT-68] an item that is clicked half outside is brought in, after the time of a second click', () => {
  const person = personAt({ width: 900, height: 700, insets: { ...NONE, top: 60 } });
  person.select('yew');
  panTo(person, 'oak', 885);
  const half = rectOf(person, person.named('oak'));
  expect(half.x + half.width).toBeGreaterThan(900);
  const { camera } = person.session.state.look;
  person.click({ x: 892, y: person.spot('oak').y });
  person.session.beginFrame(person.clock.monotonic());
  expect(person.session.state.look.camera).toBe(camera);
  person.clock.advance(400);
  person.look();
  const seen = rectOf(person);
  expect(person.selected).toEqual(['oak']);
  expect(seen.x + seen.width).toBeLessThanOrEqual(900);
});

it('[EDIT-68] another press meanwhile leaves the camera where it is', () => {
  const person = personAt({ width: 900, height: 700, insets: NONE });
  panTo(person, 'oak', 885);
  person.click({ x: 892, y: person.spot('oak').y });
  expect(person.selected).toEqual(['oak']);
  const { camera } = person.session.state.look;
  person.clock.advance(100);
  person.point('pressed', { x: 450, y: 690 });
  person.clock.advance(300);
  person.look();
  expect(person.session.state.look.camera).toBe(camera);
});

it('[EDIT-74] the first look has the root in sight, on a phone at 80 % or more, or at 70 % with all names of its branches', () => {
  const branches = Array.from({ length: 12 }, (_, i) => `\tbranch ${i}\n\t\ta leaf of branch ${i}\n\t\tanother leaf`);
  const outline = ['the root', ...branches].join('\n');
  const look = (view: View, isHandheld = false) => {
    const person = new Person(outline, { isHandheld }, view);
    const box = person.session.layout.box(person.named('the root'));
    if (box === null) throw new Error('it is seen');
    return { at: rectToScreen(person.session.state.look.camera, box), scale: person.session.state.look.camera.scale };
  };
  const phone = look(PHONE, true);
  expect(phone.scale).toBeGreaterThanOrEqual(0.7);
  const wordier = outline.replaceAll('branch', 'the branch of the number');
  expect(new Person(wordier, { isHandheld: true }, PHONE).session.state.look.camera.scale).toBeGreaterThanOrEqual(0.8);
  expect(phone.at.x).toBeGreaterThanOrEqual(0);
  expect(phone.at.x + phone.at.width).toBeLessThanOrEqual(390);
  const desktop = look({ width: 1280, height: 400, insets: NONE });
  expect(desktop.scale).toBeLessThan(0.8);
});

it('[EDIT-66] whoever comes nearer while words are edited still sees the place in which one types', () => {
  const person = personAt({ width: 700, height: 600, insets: NONE });
  person.select('bark');
  panTo(person, 'bark', 560);
  person.press('F2');
  for (let step = 0; step < 6; step++) {
    person.session.dispatch({ kind: 'run', command: 'zoom-in' });
    person.look();
  }
  const { camera } = person.session.state.look;
  const words = person.session.layout.words(person.named('bark'));
  const caret = ((words?.x ?? 0) + person.box.caretRect.x - camera.x) * camera.scale;
  expect(camera.scale).toBeGreaterThan(3);
  expect(caret).toBeGreaterThanOrEqual(0);
  expect(caret).toBeLessThanOrEqual(700);
});

it('[EDIT-66] words that are too small to be read come near when somebody begins to write in them, and others stay', () => {
  const person = personAt(PHONE);
  person.select('bark');
  const zoomTo = (scale: number): void => {
    const factor = scale / person.session.state.look.camera.scale;
    person.session.dispatch({
      kind: 'wheel',
      at: { x: 195, y: 400 },
      dx: 0,
      dy: -Math.log(factor) * 500,
      isZoom: true,
    });
    person.look();
  };
  while (person.session.state.look.camera.scale > 0.4) zoomTo(person.session.state.look.camera.scale * 0.8);
  person.press('F2');
  person.look();
  expect(person.session.state.look.camera.scale).toBe(1);
  const { x, y, width, height } = rectOf(person);
  expect([x > 0, y > 52, x + width < 390, y + height < 780]).toEqual([true, true, true, true]);
  person.press('Escape');
  while (person.session.state.look.camera.scale > 0.6) zoomTo(person.session.state.look.camera.scale * 0.9);
  const { scale } = person.session.state.look.camera;
  expect(scale).toBeGreaterThan(0.44);
  person.press('F2');
  person.look();
  expect(person.session.state.look.camera.scale).toBe(scale);
});

it('[EDIT-74] a phone is told at which sides the map goes on, once it rests there; a wide window is not', () => {
  const outline = [
    'the root of all',
    ...Array.from({ length: 4 }, (_, i) => `\tbranch ${i}\n\t\ta leaf of the branch ${i}`),
  ].join('\n');
  const phone = { width: 390, height: 844, insets: { top: 82, right: 12, bottom: 116, left: 12 } };
  const person = new Person(outline, { isHandheld: true }, phone);
  expect(person.snapshot.beyond).toBe('left right');
  const bounds = person.session.layout.bounds();
  person.session.dispatch({ kind: 'look-at', spot: { x: bounds.x, y: 0 } });
  person.look();
  expect(person.snapshot.beyond).toBe('right');
  person.session.dispatch({ kind: 'run', command: 'fit' });
  person.look();
  expect(person.snapshot.beyond).toBe('');
  const desk = new Person(outline, {}, { ...phone, width: 700 });
  desk.session.dispatch({ kind: 'look-at', spot: { x: bounds.x, y: 0 } });
  desk.look();
  expect(desk.snapshot.beyond).toBe('');
});
