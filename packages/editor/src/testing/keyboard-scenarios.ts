import { expect } from 'vitest';
import type { CommandId } from '../commands/table.ts';
import { GARDEN, type Person } from './person.ts';

/** How it was before the key, where a scenario compares. */
export interface Before {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** What a key does: with this item selected (`oak` unless said otherwise), after `begin`, and in its words after `inWords`, `check` holds. */
export interface Scenario {
  readonly at?: string;
  readonly begin?: (person: Person) => void;
  readonly inWords?: (person: Person) => void;
  readonly check: (person: Person, place: 'selected' | 'editing', before: Before) => void;
}

const outlineIs =
  (outline: string) =>
  (person: Person): void =>
    expect(person.outline).toBe(outline);
const selects =
  (...words: string[]) =>
  (person: Person): void =>
    expect(person.selected.toSorted()).toEqual(words.toSorted());
const asks = (command: CommandId): Scenario => ({ check: (person) => expect(person.asked).toEqual([command]) });
const without = (line: string): string =>
  GARDEN.split('\n')
    .filter((one) => one.trim() !== line)
    .join('\n');
/** Types into what was made, and keeps it. */
const grows = (words: string, outline: string, at = 'oak'): Scenario => ({
  at,
  check: (person) => {
    expect(person.session.state.editing).not.toBeNull();
    person.type(words);
    person.press('Escape');
    outlineIs(outline)(person);
    expect(person.session.state.editing).toBeNull();
  },
});
const nudged = (dx: number, dy: number): Scenario => ({
  check: (person, _place, before) => {
    const box = person.session.layout.box(person.named('oak'));
    expect([Math.round((box?.x ?? 0) - before.x), Math.round((box?.y ?? 0) - before.y)]).toEqual([dx, dy]);
  },
});
const zoomed = (is: (now: number, before: number) => boolean, begin?: Scenario['begin']): Scenario => ({
  ...(begin === undefined ? {} : { begin }),
  check: (person, _place, before) => {
    person.look();
    expect(is(person.snapshot.zoom, before.zoom)).toBe(true);
  },
});
const isFolded = (person: Person, text: string): boolean | undefined =>
  person.session.map.items.get(person.named(text))?.isFolded;
const foldedTo = (levels: number): Scenario => ({
  begin: (person) => (levels === 1 ? undefined : person.press('Space')),
  check: (person) => expect(isFolded(person, 'oak')).toBe(levels === 1),
});
/** Around the selected words; typed between the marks while they are edited. */
const marked = (sign: string): Scenario => ({
  check: (person, place) => {
    if (place === 'editing') person.type('x');
    expect(person.selected).toEqual([place === 'editing' ? `oak${sign}x${sign}` : `${sign}oak${sign}`]);
  },
});
const found = (words: string): Scenario => ({
  at: 'trees',
  begin: (person) => person.session.dispatch({ kind: 'find', query: 'a' }),
  check: selects(words),
});

/** What each row of the table promises. */
export const SCENARIOS: Readonly<Partial<Record<CommandId, Scenario>>> = {
  'add-child': grows('leaf', GARDEN.replace('\t\tbark', '\t\tbark\n\t\tleaf')),
  'add-after': grows('birch', GARDEN.replace('\tash', '\tbirch\n\tash')),
  'add-before': grows('birch', GARDEN.replace('\toak', '\tbirch\n\toak')),
  'insert-parent': grows('fruit', GARDEN.replace('\t\tacorn', '\t\tfruit\n\t\t\tacorn'), 'acorn'),
  edit: {
    check: (person) => {
      person.type('en');
      person.press('Escape');
      selects('oaken')(person);
    },
  },
  commit: {
    check: (person) => {
      expect(person.session.state.editing).toBeNull();
      outlineIs(GARDEN)(person);
    },
  },
  newline: {
    inWords: ({ box }) => (box.caret = { start: 1, end: 2 }),
    check: (person) => {
      person.type('two ');
      person.press('Escape');
      selects('o\ntwo k')(person);
    },
  },
  'select-parent': { at: 'acorn', check: selects('oak') },
  'select-left': { at: 'acorn', check: selects('oak') },
  'select-right': { check: (person) => expect(['acorn', 'bark']).toContain(person.selected[0]) },
  'select-up': { at: 'ash', check: selects('oak') },
  'select-down': { check: selects('ash') },
  'extend-left': { at: 'acorn', check: selects('oak', 'acorn') },
  'extend-right': { check: (person) => expect(person.selected).toHaveLength(2) },
  'extend-up': { at: 'ash', check: selects('oak', 'ash') },
  'extend-down': { check: selects('oak', 'ash') },
  'select-all': { check: (person) => expect(person.selected).toHaveLength(7) },
  'select-none': { check: selects() },
  'move-up': { at: 'ash', check: outlineIs('trees\n\tash\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm') },
  'move-down': { check: outlineIs('trees\n\tash\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm') },
  promote: { at: 'bark', check: outlineIs('trees\n\toak\n\t\tacorn\n\tbark\n\tash\n\tyew\n\telm') },
  demote: { at: 'ash', check: outlineIs('trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tash\n\tyew\n\telm') },
  'nudge-left': nudged(-10, 0),
  'nudge-right': nudged(10, 0),
  'nudge-up': nudged(0, -10),
  'nudge-down': nudged(0, 10),
  tidy: {
    begin: (person) => person.press('Mod+Shift+ArrowRight'),
    check: (person) => {
      expect(person.session.map.items.get(person.named('oak'))?.offset).toBeNull();
      expect(person.said).toContain('tidied');
    },
  },
  fold: {
    check: (person) => {
      expect(isFolded(person, 'oak')).toBe(true);
      expect(person.said).toEqual(['folded 2']);
    },
  },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [`fold-to-${level}`, foldedTo(level)])),
  'unfold-all': {
    begin: (person) => person.press('Space'),
    check: (person) => {
      expect(isFolded(person, 'oak')).toBe(false);
      expect(person.said).toEqual(['folded 2', 'unfolded']);
    },
  },
  'focus-branch': {
    check: (person) => {
      expect(person.snapshot.focusOn?.text).toBe('oak');
      expect(person.session.state.faded.has(person.named('ash'))).toBe(true);
    },
  },
  'delete-branch': { check: outlineIs('trees\n\tash\n\tyew\n\telm') },
  'delete-item': { check: outlineIs('trees\n\tacorn\n\tbark\n\tash\n\tyew\n\telm') },
  undo: { at: 'elm', begin: (person) => person.press('Delete'), check: outlineIs(GARDEN) },
  redo: { at: 'elm', begin: (person) => person.press('Delete', 'Mod+z'), check: outlineIs(without('elm')) },
  copy: { check: (person) => expect(person.clipboard.text).toBe('oak\n\tacorn\n\tbark') },
  cut: {
    check: (person) => {
      outlineIs('trees\n\tash\n\tyew\n\telm')(person);
      expect(person.clipboard.html).toContain('acorn');
    },
  },
  paste: {
    at: 'elm',
    begin: (person) => (person.clipboard = { ...person.clipboard, text: 'wych\n\tseed' }),
    check: outlineIs(`${GARDEN}\n\t\twych\n\t\t\tseed`),
  },
  'paste-text': {
    at: 'elm',
    begin: (person) => (person.clipboard = { ...person.clipboard, text: 'wych\n\tseed' }),
    check: (person) => expect(person.selected).toEqual(['wych\n\tseed']),
  },
  duplicate: { at: 'elm', check: outlineIs(`${GARDEN}\n\telm`) },
  bold: marked('**'),
  italic: marked('*'),
  code: marked('`'),
  checkbox: { check: (person) => expect(person.snapshot.focused?.checkbox).toBe('open') },
  icon: asks('icon'),
  note: asks('note'),
  'link-item': {
    check: (person) => {
      expect(person.snapshot.linking).toBe(person.named('oak'));
      person.press('ArrowDown', 'Enter');
      expect([...person.session.map.links.values()].map((link) => link.to)).toEqual([person.named('ash')]);
      expect(person.said).toEqual(['linked to ash']);
    },
  },
  'link-web': asks('link-web'),
  comment: asks('comment'),
  chat: asks('chat'),
  find: { check: (person) => expect(person.snapshot.find).toEqual({ query: '', matches: 0, at: -1 }) },
  'find-next': found('acorn'),
  'find-previous': found('ash'),
  'find-everywhere': asks('find-everywhere'),
  print: asks('print'),
  palette: asks('palette'),
  help: asks('help'),
  history: asks('history'),
  outline: asks('outline'),
  developers: asks('developers'),
  present: { check: (person) => expect(person.snapshot.present).toEqual({ at: 1, of: 5, isDeeper: false }) },
  'zoom-in': zoomed((now, before) => now > before),
  'zoom-out': zoomed((now, before) => now < before),
  'zoom-actual': zoomed(
    (now) => Math.abs(now - 1) < 1e-9,
    (person) => person.press('Mod+-', 'Mod+-'),
  ),
  centre: {
    at: 'elm',
    check: (person) => {
      person.look();
      expect(Math.abs(person.spot('elm').x - 640)).toBeLessThan(1);
    },
  },
  fit: zoomed(
    (now, before) => now > before,
    (person) => {
      person.press('Mod+-', 'Mod+-', 'Mod+-');
      person.look();
    },
  ),
  menu: { check: (person) => expect(person.snapshot.menu).not.toBeNull() },
};
