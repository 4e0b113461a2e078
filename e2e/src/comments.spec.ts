import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// All that is said in a map, in one list; and one's own words changed.

async function say(garden: Garden, item: string, words: string): Promise<void> {
  await garden.select(item);
  await garden.keys('Control+Alt+m');
  await expect(garden.page.getByRole('combobox', { name: /^(Add a comment|Reply)/ })).toBeFocused();
  await garden.type(words);
  await garden.keys('Enter');
  await expect(garden.page.getByRole('article').getByText(words, { exact: true })).toBeVisible();
}

test('all comments of a map are one list, chosen and ordered, and a press flies to the item', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await garden.keys('Tab');
  await garden.type('oak');
  await garden.keys('Enter', 'Enter');
  await garden.type('elm');
  await garden.keys('Enter');
  await say(garden, 'elm', 'Is it ill?');
  await say(garden, 'oak', 'How old?');
  // With nothing selected, the comments of all items are what is meant.
  await page.getByRole('button', { name: 'All comments' }).click();
  const list = page.getByRole('feed', { name: 'All comments' });
  await expect(list.getByRole('article')).toHaveCount(2);
  await expect(list.getByRole('article').first()).toContainText('How old?');
  await page.getByText('By item', { exact: true }).click();
  await expect(list.getByRole('article').first()).toContainText('How old?');
  await list.getByRole('button', { name: 'elm' }).click();
  await expect(page.getByRole('treeitem', { name: /^elm/ })).toHaveAttribute('aria-selected', 'true');
  const elm = list.getByRole('article').filter({ hasText: 'Is it ill?' });
  await elm.getByRole('button', { name: 'Resolve' }).click();
  await expect(list.getByRole('article')).toHaveCount(1);
  await page.getByText('Resolved', { exact: true }).click();
  await expect(list.getByRole('article')).toContainText('Is it ill?');
  await list.getByRole('article').getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('No resolved comments.')).toBeVisible();
});

test('one changes and takes away what one said, and undo brings it back', async ({ page, site }) => {
  const garden = await Garden.plant(page, site, 'wood');
  await say(garden, 'wood', 'It is gren');
  const said = page.getByRole('article');
  await said.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Edit comment' });
  await expect(field).toBeFocused();
  await field.fill('It is green');
  await garden.keys('Enter');
  await expect(said.getByText('It is green', { exact: true })).toBeVisible();
  await said.getByRole('button', { name: 'Edit' }).click();
  await field.fill('nothing of this');
  await garden.keys('Escape');
  await expect(said.getByText('It is green', { exact: true })).toBeVisible();
  await said.getByRole('button', { name: 'Remove' }).click();
  await expect(said).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await garden.keys('Control+z');
  await garden.keys('Control+Alt+m');
  await expect(page.getByRole('article').getByText('It is green', { exact: true })).toBeVisible();
});
