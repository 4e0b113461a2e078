import type { CommandId } from '@bough/editor';
import { expect } from '@playwright/test';
import { type Garden, TREES } from './garden.ts';

/** How the map looked before the key, where a scenario compares. */
export interface Before {
  readonly zoom: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
}

/** What a key should do: with this item selected (`oak` unless said otherwise), after `begin`, `check` holds. */
export interface Scenario {
  readonly at?: string;
  readonly begin?: (garden: Garden) => Promise<void>;
  readonly compares?: true;
  readonly check: (garden: Garden, place: 'selected' | 'editing', before: Before) => Promise<void>;
}

const outlineIs =
  (outline: string) =>
  async (garden: Garden): Promise<void> =>
    expect.poll(() => garden.outline()).toBe(outline);
const selects =
  (...words: string[]) =>
  async (garden: Garden): Promise<void> =>
    expect.poll(() => garden.selected()).toEqual(words);
const opens =
  (name: string, role: 'dialog' | 'complementary' | 'region' | 'menu' | 'search' = 'dialog') =>
  async (garden: Garden): Promise<void> => {
    const panel = role === 'search' ? garden.page.getByRole('search') : garden.page.getByRole(role, { name });
    await expect(panel.first()).toBeVisible();
  };
const without = (line: string): string =>
  TREES.split('\n')
    .filter((one) => one.trim() !== line)
    .join('\n');
const zoomIs =
  (is: (now: number, before: number) => boolean) =>
  async (garden: Garden, _place: string, before: Before): Promise<void> =>
    expect.poll(async () => is(Number.parseFloat(await garden.zoom()), Number.parseFloat(before.zoom))).toBe(true);
const nudged =
  (dx: number, dy: number) =>
  async (garden: Garden, _place: string, before: Before): Promise<void> =>
    expect
      .poll(async () => {
        const now = await garden.box.boundingBox();
        return [Math.round((now?.x ?? 0) - (before.box?.x ?? 0)), Math.round((now?.y ?? 0) - (before.box?.y ?? 0))];
      })
      .toEqual([dx, dy]);
const foldedTo = (levels: number): Scenario => ({
  check: async (garden) => {
    await expect.poll(() => garden.words()).toHaveLength(levels === 1 ? 5 : 7);
    if (levels === 1) await expect(garden.item('oak')).toHaveAttribute('aria-expanded', 'false');
  },
});
const writes =
  (text: string) =>
  async (garden: Garden, place: 'selected' | 'editing'): Promise<void> => {
    if (place === 'editing') {
      await garden.type('x');
      await garden.keys('Escape');
    }
    const expected = place === 'editing' ? text.replace('oak', 'oakx') : text;
    // Marks typed at the end of the words stand around what is typed next.
    const typed =
      place === 'editing' ? [expected, text.replace('oak', 'x'), `oak${text.replace('oak', 'x')}`] : [expected];
    // The tree has words without marks; as they are written, they are copied.
    const written = async () => (await garden.copied())['text/plain']?.split('\n')[0] ?? '';
    await expect.poll(async () => typed.includes(await written())).toBe(true);
  };

/** What each row of the table promises. */
export const SCENARIOS: Readonly<Partial<Record<CommandId, Scenario>>> = {
  'add-child': {
    check: async (garden) => {
      await garden.type('leaf');
      await garden.keys('Escape');
      await outlineIs(TREES.replace('\t\tbark', '\t\tbark\n\t\tleaf'))(garden);
    },
  },
  'add-after': {
    check: async (garden) => {
      await garden.type('birch');
      await garden.keys('Escape');
      await outlineIs(TREES.replace('\tash', '\tbirch\n\tash'))(garden);
    },
  },
  'add-before': {
    check: async (garden) => {
      await garden.type('birch');
      await garden.keys('Escape');
      await outlineIs(TREES.replace('\toak', '\tbirch\n\toak'))(garden);
    },
  },
  'insert-parent': {
    at: 'acorn',
    check: async (garden) => {
      await garden.type('fruit');
      await garden.keys('Escape');
      await outlineIs(TREES.replace('\t\tacorn', '\t\tfruit\n\t\t\tacorn'))(garden);
    },
  },
  edit: {
    check: async (garden) => {
      await garden.type('en');
      await garden.keys('Escape');
      await selects('oaken')(garden);
    },
  },
  commit: {
    check: async (garden) => {
      await expect.poll(() => garden.isEditing()).toBe(false);
      await outlineIs(TREES)(garden);
    },
  },
  newline: {
    check: async (garden) => {
      await garden.type('two');
      await garden.keys('Escape');
      await selects('oak\ntwo')(garden);
    },
  },
  'select-parent': { at: 'acorn', check: selects('oak') },
  'select-left': { at: 'acorn', check: selects('oak') },
  'select-right': {
    at: 'oak',
    check: async (garden) => expect.poll(async () => /acorn|bark/.test(String(await garden.selected()))).toBe(true),
  },
  'select-up': { at: 'ash', check: selects('oak') },
  'select-down': { at: 'oak', check: selects('ash') },
  'extend-left': { at: 'acorn', check: selects('oak', 'acorn') },
  'extend-right': { check: async (garden) => expect.poll(async () => (await garden.selected()).length).toBe(2) },
  'extend-up': { at: 'ash', check: selects('oak', 'ash') },
  'extend-down': { check: selects('oak', 'ash') },
  'select-all': { check: async (garden) => expect.poll(async () => (await garden.selected()).length).toBe(7) },
  'select-none': { check: selects() },
  'move-up': { at: 'ash', check: outlineIs('trees\n\tash\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm') },
  'move-down': { check: outlineIs('trees\n\tash\n\toak\n\t\tacorn\n\t\tbark\n\tyew\n\telm') },
  promote: { at: 'bark', check: outlineIs('trees\n\toak\n\t\tacorn\n\tbark\n\tash\n\tyew\n\telm') },
  demote: { at: 'ash', check: outlineIs('trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tash\n\tyew\n\telm') },
  'nudge-left': { compares: true, begin: (garden) => garden.rests(), check: nudged(-10, 0) },
  'nudge-right': { compares: true, begin: (garden) => garden.rests(), check: nudged(10, 0) },
  'nudge-up': { compares: true, begin: (garden) => garden.rests(), check: nudged(0, -10) },
  'nudge-down': { compares: true, begin: (garden) => garden.rests(), check: nudged(0, 10) },
  tidy: {
    at: 'oak',
    begin: async (garden) => {
      await garden.keys('Control+Shift+ArrowRight');
    },
    check: async (garden) => expect(garden.page.getByText('Tidied')).toBeAttached(),
  },
  fold: { check: async (garden) => expect(garden.item('oak')).toHaveAttribute('aria-expanded', 'false') },
  'fold-to-1': foldedTo(1),
  ...Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 8, 9].map((level) => [
      `fold-to-${level}`,
      { begin: (garden: Garden) => garden.keys('Space'), ...foldedTo(level) },
    ]),
  ),
  'unfold-all': {
    begin: (garden: Garden) => garden.keys('Space'),
    check: async (garden) => expect(garden.item('oak')).toHaveAttribute('aria-expanded', 'true'),
  },
  'focus-branch': { check: async (garden) => expect(garden.page.getByText('Only “oak”')).toBeVisible() },
  'delete-branch': { check: outlineIs('trees\n\tash\n\tyew\n\telm') },
  'delete-item': { check: outlineIs('trees\n\tacorn\n\tbark\n\tash\n\tyew\n\telm') },
  undo: {
    at: 'elm',
    begin: (garden) => garden.keys('Delete'),
    check: outlineIs(TREES),
  },
  redo: {
    at: 'elm',
    begin: (garden) => garden.keys('Delete', 'Control+z'),
    check: outlineIs(without('elm')),
  },
  copy: {
    begin: (garden) => garden.allowClipboard(),
    check: async (garden) =>
      expect.poll(() => garden.page.evaluate(() => navigator.clipboard.readText())).toBe('oak\n\tacorn\n\tbark'),
  },
  cut: {
    begin: (garden) => garden.allowClipboard(),
    check: outlineIs('trees\n\tash\n\tyew\n\telm'),
  },
  paste: {
    at: 'elm',
    begin: async (garden) => {
      await garden.allowClipboard();
      await garden.page.evaluate(() => navigator.clipboard.writeText('wych\n\tseed'));
    },
    check: outlineIs(`${TREES}\n\t\twych\n\t\t\tseed`),
  },
  'paste-text': {
    at: 'elm',
    begin: async (garden) => {
      await garden.allowClipboard();
      await garden.page.evaluate(() => navigator.clipboard.writeText('wych\n\tseed'));
    },
    check: outlineIs(`${TREES}\n\t\twych\n\tseed`),
  },
  duplicate: { at: 'elm', check: outlineIs(`${TREES}\n\telm`) },
  bold: { check: writes('**oak**') },
  italic: { check: writes('*oak*') },
  code: { check: writes('`oak`') },
  checkbox: { check: async (garden) => expect(garden.item('oak')).toHaveAttribute('aria-checked', 'false') },
  icon: { check: opens('Icon') },
  note: { check: opens('Note', 'complementary') },
  'link-item': {
    check: async (garden) => {
      await expect(garden.page.getByText('Choose the item to link to')).toBeVisible();
      await garden.keys('ArrowDown', 'Enter');
      await expect(garden.page.getByText('Linked to ash')).toBeAttached();
    },
  },
  'link-web': { check: opens('Web link') },
  comment: { check: opens('Comments', 'complementary') },
  chat: { check: opens('Chat', 'complementary') },
  find: { check: opens('', 'search') },
  'find-next': {
    at: 'trees',
    begin: async (garden) => {
      await garden.keys('Control+f');
      await garden.type('a');
      await garden.box.focus();
    },
    check: selects('acorn'),
  },
  'find-previous': {
    at: 'trees',
    begin: async (garden) => {
      await garden.keys('Control+f');
      await garden.type('a');
      await garden.box.focus();
    },
    check: selects('ash'),
  },
  'find-everywhere': { check: opens('Find in all maps') },
  print: {
    begin: async (garden) => {
      await garden.isSaved();
      await garden.page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
      });
    },
    check: async (garden) => {
      // A process of the exporter draws it, which may have to start first.
      await expect(garden.page.locator('html[data-printed]')).toBeAttached({ timeout: 60_000 });
      await expect(garden.page.locator('.print-sheet svg text').filter({ hasText: 'acorn' })).toBeAttached();
      await garden.page.evaluate(() => {
        document.documentElement.removeAttribute('data-printed');
        dispatchEvent(new Event('afterprint'));
      });
      await expect(garden.page.locator('.print-sheet')).toHaveCount(0);
    },
  },
  palette: { check: opens('All commands') },
  help: { check: opens('Keyboard shortcuts') },
  history: { check: opens('History', 'region') },
  outline: { check: opens('Outline', 'complementary') },
  developers: { check: opens('For developers', 'complementary') },
  present: { check: async (garden) => expect(garden.page.getByText(/^\d of \d$/)).toBeVisible() },
  'zoom-in': { compares: true, check: zoomIs((now, before) => now > before) },
  'zoom-out': { compares: true, check: zoomIs((now, before) => now < before) },
  'zoom-actual': { begin: (garden) => garden.keys('Control+-', 'Control+-'), check: zoomIs((now) => now === 100) },
  centre: {
    at: 'elm',
    check: async (garden) => {
      await garden.rests();
      const box = await garden.box.boundingBox();
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(30);
    },
  },
  fit: {
    compares: true,
    begin: (garden) => garden.keys('Control+-', 'Control+-', 'Control+-'),
    check: zoomIs((now, before) => now > before),
  },
  menu: { check: opens('Menu', 'menu') },
};
