import { childrenOf } from '@bough/map';
import { describe, expect, it } from 'vitest';
import { GARDEN, Person, SETTINGS } from '../testing/person.ts';

describe('keys beside the table', () => {
  const press = (person: Person, key: string, more: object = {}): boolean =>
    person.session.dispatch({
      kind: 'key',
      press: {
        ...{ key, code: '', keyCode: 0, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
        ...{ isComposing: false, ...more },
      },
    });

  it('[EDIT-65] Tab leaves the map with nothing selected, with nowhere to go, and for who may only look', () => {
    const person = new Person();
    person.select();
    expect(press(person, 'Tab')).toBe(false);
    person.select('trees');
    expect(press(person, 'Tab', { shiftKey: true })).toBe(false);
    const reader = new Person(GARDEN, { isReadOnly: true });
    reader.select('oak');
    expect([press(reader, 'Tab'), press(reader, 'Enter'), reader.outline]).toEqual([false, true, GARDEN]);
  });

  it('[EDIT-152] Tab stays in the map with what somebody else has just removed, and leaves it after Escape', () => {
    const person = new Person();
    person.select('ash');
    person.byOther({ kind: 'remove', id: person.named('ash') });
    press(person, 'Escape');
    expect([press(person, 'Tab'), person.snapshot.editing]).toEqual([false, null]);
    person.select('elm');
    person.byOther({ kind: 'remove', id: person.named('elm') });
    expect([press(person, 'Tab'), person.snapshot.focused?.text]).toEqual([true, '']);
    press(person, 'Escape');
    person.select('yew');
    press(person, 'F2');
    person.byOther({ kind: 'remove', id: person.named('yew') });
    press(person, 'Escape');
    expect(press(person, 'Tab')).toBe(false);
  });

  it('[EDIT-65] keys that would move the unseen caret are kept from it; in the words they move it', () => {
    const person = new Person();
    person.select('oak');
    expect([press(person, 'PageUp'), press(person, 'x'), press(person, 'F9')]).toEqual([true, false, false]);
    press(person, 'F2');
    expect(press(person, 'PageUp')).toBe(false);
  });

  it('[EDIT-65] a first-minute hint counts what was added by keys alone', () => {
    const person = new Person();
    person.select('oak');
    person.press('Tab');
    person.type('leaf');
    person.press('Enter');
    person.press('Enter');
    person.session.dispatch({ kind: 'run', command: 'add-child' });
    expect(person.snapshot.keyAdds).toBe(2);
  });

  it('[EDIT-65] promote and demote follow what is seen on the left', () => {
    const person = new Person(GARDEN, SETTINGS);
    const left = ['oak', 'ash', 'yew', 'elm'].find(
      (text) => person.session.layout.box(person.named(text))?.side === 'left',
    );
    person.select(left ?? 'elm');
    person.press('Alt+ArrowRight');
    expect(person.session.layout.box(person.session.state.selection.focus ?? person.named('oak'))?.side).toBe('right');
  });
});

describe('a presentation', () => {
  it('[EDIT-65] goes through the branches and back, stops at both ends, and Escape ends it', () => {
    const person = new Person();
    person.select();
    person.session.dispatch({ kind: 'run', command: 'present' });
    expect([person.snapshot.present, person.selected]).toEqual([{ at: 0, of: 5, isDeeper: false }, ['trees']]);
    person.session.dispatch({ kind: 'run', command: 'present-previous' });
    expect(person.snapshot.present?.at).toBe(0);
    for (let i = 0; i < 9; i++) person.session.dispatch({ kind: 'run', command: 'present-next' });
    expect([person.snapshot.present?.at, person.selected, person.snapshot.focusOn?.text]).toEqual([4, ['elm'], 'elm']);
    person.press('Escape');
    expect([person.snapshot.present, person.snapshot.focusOn]).toEqual([null, null]);
    expect(person.session.dispatch({ kind: 'run', command: 'present-next' })).toBe(false);
    person.session.dispatch({ kind: 'run', command: 'present' });
    person.session.dispatch({ kind: 'end-present' });
    expect(person.snapshot.present).toBeNull();
  });
});

describe('focus', () => {
  it('[EDIT-65] shows one branch as large as fits, and all of the map again', () => {
    const person = new Person();
    const { zoom } = person.snapshot;
    person.select('oak');
    person.press('Mod+.');
    person.look();
    expect(person.snapshot.zoom).toBeGreaterThan(zoom);
    person.press('Escape');
    expect(person.snapshot.focusOn).toBeNull();
    person.press('Escape');
    expect(person.selected).toEqual([]);
    person.press('Mod+.');
    expect(person.snapshot.focusOn).toBeNull();
  });
});

describe('find', () => {
  it('[EDIT-65] goes to each match in turn, around the end, and unfolds the way to it', () => {
    const person = new Person();
    person.select('oak');
    person.press('Space');
    person.session.dispatch({ kind: 'find', query: 'bark' });
    expect([person.selected, person.snapshot.find]).toEqual([['bark'], { query: 'bark', matches: 1, at: 0 }]);
    person.look();
    expect(person.snapshot.focusedRect).not.toBeNull();
    expect(person.session.map.items.get(person.named('oak'))?.isFolded).toBe(true);
    person.press('F3');
    expect(person.selected).toEqual(['bark']);
    person.session.dispatch({ kind: 'find', query: 'nothing like it' });
    expect(person.session.dispatch({ kind: 'run', command: 'find-next' })).toBe(false);
    person.session.dispatch({ kind: 'find', query: null });
    expect(person.snapshot.find).toBeNull();
    expect(person.session.dispatch({ kind: 'run', command: 'find-next' })).toBe(false);
    person.press('Mod+F');
    person.press('Mod+F');
    expect(person.snapshot.find?.query).toBe('');
  });

  it('[EDIT-65] for who may only look unfolds too, and nothing in the map', () => {
    const person = new Person();
    person.select('oak');
    person.press('Space');
    person.session.settings = { ...person.session.settings, isReadOnly: true };
    person.session.dispatch({ kind: 'show', id: person.named('bark') });
    person.look();
    expect(person.selected).toEqual(['bark']);
    expect(person.snapshot.focusedRect).not.toBeNull();
    expect(person.session.map.items.get(person.named('oak'))?.isFolded).toBe(true);
  });
});

describe('the camera', () => {
  it('[EDIT-65] puts the item into the middle, and pressed again shows the whole map', () => {
    const person = new Person();
    person.select('elm');
    person.press('Home');
    person.look();
    const there = person.session.state.look.camera;
    person.press('Home');
    person.look();
    expect(person.session.state.look.camera).not.toEqual(there);
    person.select();
    person.press('Home');
    person.look();
    expect(person.snapshot.zoom).toBeGreaterThan(0.5);
  });

  it('[EDIT-65] brings what a key selected into view, without a flight for who wants none', () => {
    const person = new Person(GARDEN, { reducedMotion: true });
    person.select('oak');
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'pan', dx: 5000, dy: 0 } });
    person.look();
    expect(person.snapshot.focusedRect).toBeNull();
    person.press('ArrowDown');
    expect(person.session.state.look.flight).toBeNull();
    person.look();
    expect(person.snapshot.focusedRect).not.toBeNull();
    const other = new Person();
    other.session.dispatch({ kind: 'run', command: 'zoom-in' });
    expect(other.session.state.look.flight).not.toBeNull();
  });

  it('[EDIT-65] begins at a root that can be read when the map is large', () => {
    const outline = ['root', ...Array.from({ length: 400 }, (_, i) => `\tbranch ${i}`)].join('\n');
    const person = new Person(outline);
    expect(person.snapshot.zoom).toBeGreaterThanOrEqual(0.5);
    person.select('root');
    expect(person.snapshot.focusedRect).not.toBeNull();
  });

  it('[EDIT-65] rests a moment after a hand has moved it: till then nothing stands beside the item', () => {
    const person = new Person();
    person.select('oak');
    person.session.dispatch({ kind: 'wheel', at: { x: 9, y: 9 }, dx: 0, dy: 30, isZoom: false });
    person.session.beginFrame(person.clock.monotonic());
    person.session.endFrame(false);
    expect(person.snapshot.focusedRect).toBeNull();
    person.session.dispatch({ kind: 'wheel', at: { x: 9, y: 9 }, dx: 0, dy: 30, isZoom: false });
    person.clock.advance(90);
    expect(person.snapshot.focusedRect).toBeNull();
    person.look();
    expect(person.snapshot.focusedRect).not.toBeNull();
    person.session.endFrame(true);
    expect(person.snapshot.focusedRect).toBeNull();
    person.session.endFrame(false);
    expect(person.snapshot.focusedRect).not.toBeNull();
  });
});

describe('what the page says', () => {
  it('[EDIT-65] changes fields, titles and branches', () => {
    const person = new Person();
    person.select('oak', 'ash');
    person.session.dispatch({ kind: 'set-fields', fields: { note: 'old' } });
    expect(['oak', 'ash'].map((text) => person.session.map.items.get(person.named(text))?.note)).toEqual([
      'old',
      'old',
    ]);
    expect(person.session.dispatch({ kind: 'title', title: 'Garden' })).toBe(true);
    expect(person.session.dispatch({ kind: 'title', title: 'Garden' })).toBe(false);
    expect(person.snapshot.title).toBe('Garden');
    expect(person.session.dispatch({ kind: 'add-below', id: person.named('elm') })).toBe(true);
    expect([person.selected, person.session.state.editing]).toEqual([[''], null]);
    expect(person.session.dispatch({ kind: 'graft', changes: [] })).toBe(false);
    person.session.dispatch({ kind: 'rewrite', id: person.named('yew'), field: 'note', text: 'red berries' });
    expect(person.session.map.items.get(person.named('yew'))?.note).toBe('red berries');
  });

  it('[EDIT-65] menus stand below the selected item, or in the corner', () => {
    const person = new Person();
    person.select('oak');
    person.session.dispatch({ kind: 'run', command: 'menu' });
    expect(person.snapshot.menu?.y).toBeGreaterThan(person.spot('oak').y);
    person.select();
    person.session.dispatch({ kind: 'run', command: 'menu' });
    expect(person.snapshot.menu).toEqual({ x: 40, y: 48 });
  });

  it('[EDIT-65] nothing comes of what is not there any more', () => {
    const person = new Person();
    const gone = person.named('elm');
    person.byOther({ kind: 'remove', id: gone });
    person.select('oak');
    // Half of it is outside.
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'pan', dx: -person.spot('oak').x, dy: 0 } });
    const before = person.session.state;
    person.session.dispatch({ kind: 'show', id: gone });
    person.session.dispatch({ kind: 'bring-in', press: before.hand.presses + 1 });
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'edit', id: gone } });
    expect(person.session.state).toEqual(before);
    const href = `item:${gone}`;
    const target = { kind: 'href', id: person.named('oak'), href } as const;
    expect(person.session.dispatch({ kind: 'gesture', gesture: { kind: 'open', target } })).toBe(false);
    const from = { x: 0, y: 0 };
    const resize = { kind: 'resize', id: gone, grip: 'width', from, at: from, isDone: true } as const;
    expect(person.session.dispatch({ kind: 'gesture', gesture: resize })).toBe(false);
    person.select();
    expect(person.session.dispatch({ kind: 'run', command: 'link-item' })).toBe(false);
  });

  it('[EDIT-65] what the page would be asked is not done where there is none who does it', () => {
    const person = new Person();
    person.canAsk = false;
    expect(person.session.dispatch({ kind: 'run', command: 'help' })).toBe(false);
  });

  it('[EDIT-65] says what a command did where the new selection does not', () => {
    const person = new Person();
    person.select('oak');
    person.press('Delete');
    person.press('Mod+Z');
    person.select('ash');
    person.press('Alt+ArrowUp', 'Mod+D', 'Shift+Delete');
    person.select('oak');
    person.press('Space', 'Space');
    const said = ['removed 3', 'undone', 'moved to trees', 'pasted 1', 'removed 1', 'folded 2', 'unfolded'];
    expect(person.said).toEqual(said);
    expect(childrenOf(person.session.map, null)).toHaveLength(1);
  });
});
