import { describe, expect, it } from 'vitest';
import type { KeptFolds } from './ports/editor-types.ts';
import { Person } from '../testing/person.ts';
import { rectToScreen, type View } from './camera/camera.ts';

/** So many branches below a root, each with so many below it, and one more level of so many. */
function wide(branches: number, each: number, last = 0): string {
  const lines = ['root'];
  for (let i = 0; i < branches; i++) {
    lines.push(`\tbranch ${i}`);
    for (let j = 0; j < each; j++) {
      lines.push(`\t\tgroup ${i}.${j}`);
      for (let k = 0; k < last; k++) lines.push(`\t\t\tend ${i}.${j}.${k}`);
    }
  }
  return lines.join('\n');
}

const PHONE: View = { width: 390, height: 844, insets: { top: 12, right: 12, bottom: 80, left: 12 } };

class Device implements KeptFolds {
  text: string | null = null;
  read(): string | null {
    return this.text;
  }
  keep(text: string): void {
    this.text = text;
  }
}

const run = (person: Person, command: 'present' | 'present-next' | 'present-previous'): void => {
  person.session.dispatch({ kind: 'run', command });
  person.look();
};
const seen = (person: Person): string[] =>
  [...person.session.map.items.values()].flatMap(({ id, text }) =>
    person.session.layout.box(id) === null ? [] : [text],
  );
const scale = (person: Person): number => person.session.state.look.camera.scale;

function rectOf(person: Person, words: string) {
  const box = person.session.layout.box(person.named(words));
  if (box === null) throw new Error(`${words} is not seen`);
  return rectToScreen(person.session.state.look.camera, box);
}

describe('a slide', () => {
  it('[EDIT-117] is broken into short lines on a phone, so that its words can be read, and is as it was when that ends', () => {
    const leaves = ['Sourdough, one kind, but perfect', 'Rye on Thursdays and on Saturdays', 'Cake on Sundays'];
    const outline = ['bakery', '\tWhat we bake', ...leaves.map((words) => `\t\t${words}`), '\tMoney'].join('\n');
    const person = new Person(outline, { isHandheld: true }, PHONE);
    const { width } = rectOf(person, 'Rye on Thursdays and on Saturdays');
    const before = scale(person);
    person.select('What we bake');
    run(person, 'present');
    expect(scale(person)).toBeGreaterThan(0.95);
    const right = leaves.map((words) => rectOf(person, words)).map((rect) => rect.x + rect.width);
    expect(Math.max(...right)).toBeLessThan(390);
    expect(rectOf(person, 'What we bake').x).toBeGreaterThan(0);
    person.session.dispatch({ kind: 'end-present' });
    person.look();
    expect(rectOf(person, 'Rye on Thursdays and on Saturdays').width / scale(person)).toBeCloseTo(width / before);
    // Elsewhere lines stay as they are.
    const desk = new Person(outline);
    const wideLine = rectOf(desk, 'Rye on Thursdays and on Saturdays').width / scale(desk);
    desk.select('What we bake');
    run(desk, 'present');
    expect(rectOf(desk, 'Rye on Thursdays and on Saturdays').width / scale(desk)).toBeCloseTo(wideLine);
  });

  it('[EDIT-117] has as many levels as can be read: all of a small branch, the first of one with hundreds of items', () => {
    const person = new Person(wide(8, 10, 6));
    person.select('root');
    run(person, 'present');
    expect(seen(person)).toEqual(['root', ...Array.from({ length: 8 }, (_, i) => `branch ${i}`)]);
    expect(scale(person)).toBeGreaterThan(0.7);
    run(person, 'present-next');
    expect(person.selected).toEqual(['branch 0']);
    expect(seen(person)).toContain('group 0.9');
    expect(seen(person)).not.toContain('end 0.9.0');
    expect(scale(person)).toBeGreaterThan(0.7);
    person.session.dispatch({ kind: 'slide-below' });
    person.look();
    expect([person.selected, seen(person).includes('end 0.0.5')]).toEqual([['group 0.0'], true]);
  });

  it('[EDIT-117] has fewer of them on a phone, whose first one has words to read', () => {
    const garden = ['Where', 'When', 'Who', 'How'].map(
      (one) => `\t${one}\n\t\t${one} with words that are long\n\t\tand more words of ${one}`,
    );
    const [desktop, phone] = [
      new Person(`Holiday\n${garden.join('\n')}`),
      new Person(`Holiday\n${garden.join('\n')}`, { isHandheld: true }, PHONE),
    ];
    for (const person of [desktop, phone]) run(person, 'present');
    expect([seen(desktop).length, seen(phone).length]).toEqual([13, 5]);
    expect(scale(phone)).toBeGreaterThan(0.55);
  });

  it('[EDIT-117] opens what is folded in it, and afterwards all is folded as before, on this device too', () => {
    const device = new Device();
    const person = new Person(wide(20, 20), {}, undefined, device);
    const [before, kept] = [seen(person), device.text];
    expect(before).toHaveLength(21);
    person.select('branch 3');
    run(person, 'present');
    expect([person.snapshot.present?.at, seen(person).includes('group 3.19')]).toEqual([4, true]);
    expect(device.text).toBe(kept);
    person.session.dispatch({ kind: 'end-present' });
    person.look();
    expect([seen(person), device.text, person.selected]).toEqual([before, kept, ['branch 3']]);
  });

  it('[EDIT-117] that shows what the person has folded away leaves what it is folded in selected', () => {
    const person = new Person(wide(20, 3, 20), {}, undefined, new Device());
    const before = seen(person);
    run(person, 'present');
    run(person, 'present-next');
    person.session.dispatch({ kind: 'slide-below' });
    person.look();
    expect([person.selected, seen(person).includes('end 0.0.0')]).toEqual([['group 0.0'], true]);
    person.press('Escape');
    expect(seen(person)).toEqual(before);
    expect(before).toContain(person.selected[0]);
  });

  it('[EDIT-117] is fitted again to a screen that was turned, with the levels that have room there', () => {
    const person = new Person(wide(2, 14), { isHandheld: true }, PHONE);
    person.select('branch 0');
    run(person, 'present');
    const upright = scale(person);
    person.view = { width: 844, height: 390, insets: { top: 12, right: 12, bottom: 65, left: 12 } };
    person.session.changed();
    person.look();
    expect(scale(person)).toBeLessThan(upright);
  });
});

it('[EDIT-117] a branch with more items than the screen has room for is shown as near as its words are drawn', () => {
  const across: View = { width: 844, height: 390, insets: { top: 12, right: 12, bottom: 80, left: 12 } };
  const person = new Person(wide(3, 80), { isHandheld: true }, across);
  person.select('branch 1');
  run(person, 'present');
  expect(scale(person)).toBe(0.45);
  const { y, height } = rectOf(person, 'branch 1');
  expect(y + height / 2).toBeCloseTo((12 + 390 - 80) / 2, 0);
});

describe('the slides of a large map', () => {
  it('[EDIT-118] are its root and the branches of it; what is below one is gone into, and follows it then', () => {
    const person = new Person(wide(30, 6, 2), {}, undefined, new Device());
    run(person, 'present');
    expect(person.snapshot.present).toEqual({ at: 0, of: 31, isDeeper: false });
    run(person, 'present-next');
    expect(person.snapshot.present).toEqual({ at: 1, of: 31, isDeeper: true });
    person.session.dispatch({ kind: 'slide-below' });
    person.look();
    expect([person.snapshot.present, person.selected]).toEqual([{ at: 2, of: 37, isDeeper: false }, ['group 0.0']]);
    for (let i = 0; i < 6; i++) run(person, 'present-next');
    expect(person.selected).toEqual(['branch 1']);
    run(person, 'present-previous');
    expect(person.selected).toEqual(['group 0.5']);
    expect(person.session.dispatch({ kind: 'slide-below' })).toBe(false);
  });

  it('[EDIT-118] begin with what is selected, or what it stands in, and any of them is gone to', () => {
    const person = new Person(wide(30, 6, 2), {}, undefined, new Device());
    person.session.dispatch({ kind: 'show', id: person.named('end 7.2.1') });
    run(person, 'present');
    expect(person.selected).toEqual(['branch 7']);
    person.session.dispatch({ kind: 'slide-at', at: 30 });
    person.look();
    expect([person.snapshot.present?.at, person.selected]).toEqual([30, ['branch 29']]);
    person.session.dispatch({ kind: 'slide-at', at: 31 });
    expect(person.snapshot.present?.at).toBe(30);
  });

  it('[EDIT-126] has any item that an address names, in what it goes through or behind the branch that it is part of', () => {
    const person = new Person(wide(30, 6, 2), {}, undefined, new Device());
    const present = (words: string): boolean => {
      const isDone = person.session.dispatch({ kind: 'present-item', id: person.named(words) });
      person.look();
      return isDone;
    };
    expect(present('group 7.2')).toBe(true);
    expect([person.snapshot.present?.at, person.snapshot.present?.of, person.selected]).toEqual([9, 32, ['group 7.2']]);
    present('branch 3');
    expect([person.snapshot.present?.at, person.snapshot.present?.of]).toEqual([4, 32]);
    person.session.dispatch({ kind: 'end-present' });
    const gone = person.named('group 1.1');
    person.byOther({ kind: 'remove', id: gone });
    expect(person.session.dispatch({ kind: 'present-item', id: gone })).toBe(false);
    expect(person.snapshot.present).toBeNull();
  });

  it('[EDIT-118] are passed over where somebody removed them', () => {
    const person = new Person();
    run(person, 'present');
    person.byOther({ kind: 'remove', id: person.named('oak') });
    run(person, 'present-next');
    expect(person.selected).toEqual(['ash']);
    run(person, 'present-previous');
    expect(person.selected).toEqual(['trees']);
  });
});
