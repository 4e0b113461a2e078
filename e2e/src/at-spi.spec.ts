import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { ScreenReader } from './screen-reader.ts';
import { test as plain } from './site.ts';

// What a screen reader gets of a map, on the bus where Orca listens.

const MM = `<map version="1.0.1"><node TEXT="trees">
  <node TEXT="oak" POSITION="right" LINK="https://example.com/"><icon BUILTIN="idea"/><node TEXT="acorn"/><node TEXT="bark"/></node>
  <node TEXT="ash" POSITION="right" FOLDED="true"><node TEXT="seed"><node TEXT="wing"/></node><node TEXT="twig"/></node>
  <node TEXT="yew" POSITION="right" ID="yew"><richcontent TYPE="NOTE"><html><body><p>Old.</p></body></html></richcontent></node>
  <node TEXT="elm" POSITION="right" ID="elm"><arrowlink DESTINATION="yew"/></node>
</node></map>`;

interface Read {
  readonly garden: Garden;
  readonly reader: ScreenReader;
}

const test = plain.extend<{ readonly read: Read }>({
  read: async ({ playwright, launchOptions, site }, use) => {
    const reader = await ScreenReader.start();
    const env = { ...process.env, ...reader.env } as Record<string, string>;
    const args = [...(launchOptions.args ?? []), '--force-renderer-accessibility'];
    const browser = await playwright.chromium.launch({ ...launchOptions, args, headless: false, env });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(site);
      await page.getByRole('button', { name: 'Import a file' }).click();
      const buffer = Buffer.from(MM);
      await page.locator('input[type="file"]').setInputFiles({ name: 'trees.mm', mimeType: 'text/xml', buffer });
      await page.getByRole('button', { name: 'Create map' }).click();
      const garden = new Garden(page);
      await garden.isOpen();
      await use({ garden, reader });
    } finally {
      await browser.close();
      await reader.stop();
    }
  },
});

/** What the bus says of each row, as one line. */
async function lines(reader: ScreenReader): Promise<readonly string[]> {
  const rows = await reader.rows();
  const said = ['selected', 'focused', 'expandable', 'expanded', 'checkable', 'checked'];
  return rows.map(({ name, level, position, of, description, states }) =>
    [`${name} ${level}: ${position} of ${of}`, ...said.filter((one) => states.includes(one)), description]
      .filter((part) => part !== '')
      .join(', '),
  );
}

test('a screen reader gets each item with its level, its place and all that it has', async ({ read }) => {
  const { garden, reader } = read;
  await garden.select('acorn');
  await garden.keys('Control+Alt+m');
  await expect(garden.page.getByRole('combobox', { name: /^Add a comment/ })).toBeFocused();
  await garden.type('Many this year.');
  await garden.keys('Enter');
  await expect(garden.page.getByRole('article')).toBeVisible();
  await garden.keys('Escape');
  await garden.select('bark');
  await garden.keys('Control+Shift+x');
  await expect
    .poll(() => lines(reader))
    .toEqual([
      'trees 1: 1 of 1, expandable, expanded',
      'oak 2: 1 of 4, expandable, expanded, icon 💡, with a web link',
      'acorn 3: 1 of 2, 1 comment',
      'bark 3: 2 of 2, selected, focused, checkable',
      'ash 2: 2 of 4, expandable, folded, 3 items hidden',
      'yew 2: 3 of 4, with a note, linked to 1 item',
      'elm 2: 4 of 4, linked to 1 item',
    ]);
  const page = await reader.page();
  const tree = page.find(({ role }) => role === 'tree');
  expect(tree).toMatchObject({ name: 'Mind map: trees', states: expect.arrayContaining(['multiselectable']) });
  await garden.keys('Control+Shift+x');
  await expect.poll(() => lines(reader)).toContain('bark 3: 2 of 2, selected, focused, checkable, checked');
});

test('[EDIT-101] a screen reader gets words as one sees them: without marks, with formulas in signs, and links named', async ({
  read,
}) => {
  const { garden, reader } = read;
  await garden.select('elm');
  await garden.addBranch('see [the **old** site](https://example.org/a/b) and $x^2+\\frac{1}{2}$');
  await expect
    .poll(() => lines(reader))
    .toContain('see the old site (web link) and x² + 1/2 3: 1 of 1, selected, focused');
});

test('[EDIT-99] each arrow tells a screen reader the row it leads to, folding tells what became of it', async ({
  read,
}) => {
  const { garden, reader } = read;
  await garden.select('oak');
  await expect.poll(() => reader.events('focused').at(-1)).toBe('tree item oak');
  reader.forget();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']) {
    const before = reader.events('focused').length;
    await garden.keys(key);
    await expect.poll(() => reader.events('focused').length).toBe(before + 1);
  }
  const way = ['ash', 'yew', 'ash', 'trees'].map((name) => `tree item ${name}`);
  expect(reader.events('focused').slice(0, 4)).toEqual(way);
  // Of the words' box, which lies over each row in turn, nothing is told: a reader would say what of its letters was chosen anew.
  for (const what of ['text-changed', 'text-selection-changed', 'text-caret-moved'] as const)
    expect(reader.events(what)).toEqual([]);
  await garden.select('oak');
  await garden.keys('Space');
  await expect.poll(() => reader.events('expanded')).toEqual(['tree item oak 0']);
  await expect
    .poll(() => lines(reader))
    .toContain('oak 2: 1 of 4, selected, focused, expandable, icon 💡, with a web link, folded, 2 items hidden');
  expect((await lines(reader)).some((line) => line.startsWith('acorn'))).toBe(false);
  await garden.keys('Space');
  await expect.poll(() => reader.events('expanded')).toEqual(['tree item oak 0', 'tree item oak 1']);
});

test('a screen reader hears that words are edited, and the caret in them; that all is saved it does not say aloud', async ({
  read,
}) => {
  const { garden, reader } = read;
  await garden.select('elm');
  await expect.poll(() => reader.events('focused').at(-1)).toBe('tree item elm');
  await garden.keys('F2');
  await expect.poll(() => reader.events('focused').at(-1)).toBe('entry Mind map: trees');
  reader.forget();
  await garden.keys('ArrowLeft');
  await expect.poll(() => reader.events('text-caret-moved')).toEqual(['entry Mind map: trees 2']);
  await garden.type('x');
  await garden.keys('Enter');
  await expect.poll(() => reader.events('focused').at(-1)).toBe('tree item elxm');
  await garden.isSaved();
  const saved = (await reader.page()).filter(({ role, live }) => role === 'status bar' && live === 'off');
  expect(saved).toHaveLength(1);
});

test('a screen reader’s own keys move the map along, and the keyboard goes on from there', async ({ read }) => {
  const { garden, reader } = read;
  await garden.select('oak');
  await expect.poll(() => reader.events('focused').at(-1)).toBe('tree item oak');
  await reader.focus('yew');
  await expect.poll(() => garden.selected()).toEqual(['yew']);
  await expect(garden.box).toBeFocused();
  await expect.poll(() => reader.events('focused').at(-1)).toBe('tree item yew');
  await garden.keys('ArrowDown');
  await expect.poll(() => garden.selected()).toEqual(['elm']);
  await reader.press('acorn');
  await expect.poll(() => garden.selected()).toEqual(['acorn']);
  await garden.type('corn');
  await garden.keys('Enter');
  await expect.poll(() => garden.words()).toContain('corn');
});
