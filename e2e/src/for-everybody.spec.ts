import { expect } from '@playwright/test';
import { Garden, TREES } from './garden.ts';
import { test } from './site.ts';

test('a map of twenty items is built by keyboard alone, and read back from the accessibility tree', async ({
  page,
  site,
}) => {
  await page.goto(site);
  await page.getByRole('button', { name: 'New map' }).first().press('Enter');
  const garden = new Garden(page);
  await garden.isOpen();
  await garden.type('Garden');
  await garden.keys('Enter');
  const expected = ['Garden'];
  for (const bed of ['Beds', 'Trees', 'Paths']) {
    await garden.keys(...(bed === 'Beds' ? ['Tab'] : ['Shift+Tab', 'Enter']));
    await garden.type(bed);
    await garden.keys('Enter');
    expected.push(`\t${bed}`);
    for (let i = 1; i <= 5; i++) {
      await garden.keys(i === 1 ? 'Tab' : 'Enter');
      await garden.type(`${bed} ${i}`);
      await garden.keys('Enter');
      expected.push(`\t\t${bed} ${i}`);
    }
  }
  await garden.keys('Shift+Tab', 'Enter');
  await garden.type('Pond');
  await garden.keys('Enter');
  expected.push('\tPond');
  expect(expected).toHaveLength(20);
  const session = await page.context().newCDPSession(page);
  // The browser makes this tree beside the page, and may be a moment behind it.
  const read = async (): Promise<readonly string[]> => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const items = nodes.filter((node) => node.role?.value === 'treeitem');
    return items.map((node) => {
      const level = Number(node.properties?.find((one) => one.name === 'level')?.value.value ?? 1);
      return '\t'.repeat(level - 1) + String(node.name?.value);
    });
  };
  await expect.poll(read).toEqual(expected);
  // The keyboard is in the words, which name the row that it acts on.
  const active = await garden.box.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveText('Pond');
  await garden.keys('Control+Shift+ArrowDown', 'Control+Shift+ArrowRight');
  await garden.isSaved();
});

test('what a key does is said: deleting, folding, moving, undoing', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Space');
  await expect(page.getByText('Folded, 2 items hidden')).toBeAttached();
  await garden.keys('Space', 'Alt+ArrowDown');
  await expect(page.getByText('Moved under trees')).toBeAttached();
  await garden.keys('Delete');
  await expect(page.getByText('3 items deleted')).toBeAttached();
  await garden.keys('Control+z');
  await expect(page.getByText('Undone')).toBeAttached();
});

test('nobody is caught in the map: with nothing selected Tab goes on through the page', async ({ plant }) => {
  const garden = await plant('root');
  await garden.keys('Escape', 'Escape');
  await expect.poll(() => garden.selected()).toEqual([]);
  await garden.keys('Tab');
  await expect(garden.box).not.toBeFocused();
  expect(await garden.words()).toEqual(['root']);
});

test('the outline shows the whole map and edits it, both ways', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Control+Alt+o');
  const outline = page.getByRole('complementary', { name: 'Outline' });
  const rows = () =>
    outline.getByRole('textbox').evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  await expect.poll(rows).toEqual(TREES.split('\n').map((line) => line.trim()));
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement | null)?.value))
    .toBe('oak');
  await garden.type('en');
  await expect.poll(() => garden.words()).toContain('oaken');
  await garden.keys('Enter');
  await garden.type('birch');
  await expect.poll(() => garden.outline()).toContain('\tbirch\n\tash');
  await garden.keys('Tab');
  await expect.poll(() => garden.outline()).toContain('\t\tbirch');
  await garden.keys('Shift+Tab');
  await expect.poll(() => garden.outline()).toContain('\n\tbirch');
  await garden.keys('Control+z', 'Control+z');
  await garden.keys('Escape');
  await expect(outline).toBeHidden();
});
