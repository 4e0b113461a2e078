import { type Browser, expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

async function joined(browser: Browser, garden: Garden): Promise<Garden> {
  const other = new Garden(await (await browser.newContext()).newPage());
  await other.page.goto(await garden.shareForEditing());
  await other.isOpen();
  return other;
}

test('a branch is restored from history while somebody else types, and one undo takes that back alone', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ada.isSaved();
  const before = await ada.words();
  await ada.select('bark');
  await ada.keys('Delete');
  await ada.select('oak');
  await ada.addBranch('moss');
  await ada.isSaved();
  await ben.select('elm');
  await ben.keys('F2');
  await ben.type(' in the');
  const past = await Past.open(ada.page);
  await past.backTo(before);
  await past.select('oak');
  const item = past.screen.getByRole('region', { name: 'The selected item' });
  await expect(item).toContainText('oak');
  await ben.type(' wind');
  await item.getByRole('button', { name: 'Restore branch' }).click();
  await expect(past.screen).toHaveCount(0);
  await expect(ada.page.getByText('Restored. You can undo this.')).toBeVisible();
  const restored = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm in the wind';
  await ben.keys('Enter');
  await expect.poll(() => ada.outline()).toBe(restored);
  await expect.poll(() => ben.outline()).toBe(restored);
  await ada.keys('Control+z');
  const undone = 'trees\n\toak\n\t\tacorn\n\t\tmoss\n\tash\n\tyew\n\telm in the wind';
  await expect.poll(() => ada.outline()).toBe(undone);
  await expect.poll(() => ben.outline()).toBe(undone);
  await ben.page.context().close();
});

test('one item alone is restored from history, and what is the same now is not changed', async ({ plant }) => {
  const ada = await plant();
  await ada.isSaved();
  const before = await ada.words();
  await ada.select('oak');
  await ada.addBranch('moss');
  await ada.select('oak');
  await ada.keys('F2');
  await ada.type('s and ');
  await ada.keys('Enter');
  await ada.isSaved();
  const past = await Past.open(ada.page);
  await past.backTo(before);
  await past.select('yew');
  const item = past.screen.getByRole('region', { name: 'The selected item' });
  await item.getByRole('button', { name: 'Restore item only' }).click();
  await expect(item).toContainText('It is the same now.');
  await past.select('oak');
  await expect(item).not.toContainText('It is the same now.');
  await item.getByRole('button', { name: 'Restore item only' }).click();
  await expect.poll(() => ada.outline()).toBe('trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tmoss\n\tash\n\tyew\n\telm');
});
