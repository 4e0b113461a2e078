import { expect, type Page } from '@playwright/test';
import { openChat, say } from './chat-page.ts';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { joined } from './joined.ts';
import { write } from './map-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

const TREES_GROWN = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm';

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

test('two moments are compared on the map: counts, old words, the next difference, and what one person did', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ada.isSaved();
  const before = await ada.words();
  await ada.select('bark');
  await ada.keys('Delete');
  await ada.select('ash');
  await ada.keys('F2');
  await ada.type(' tree');
  await ada.keys('Enter');
  await ada.isSaved();
  await expect.poll(() => ben.words()).not.toContain('bark');
  await ben.select('elm');
  await ben.addBranch('twig');
  await ben.isSaved();
  await expect.poll(() => ada.words()).toContain('twig');
  const past = await Past.open(ada.page);
  await past.backTo(before);
  await ada.page.getByRole('button', { name: 'Compare two moments' }).click();
  const bar = past.screen.getByRole('region', { name: 'Compare two moments' });
  await expect(bar).toContainText('Go to another moment');
  await past.slider.press('End');
  await expect(bar.getByRole('status')).toHaveText(/1 added.*1 changed.*1 removed/);
  await past.isShown();
  const words = (await past.words()).join('|');
  expect(words).toContain('bark');
  expect(words).toContain('ash tree');
  await bar.getByRole('button', { name: 'Next difference' }).click();
  await expect(bar).toContainText('1 of 3');
  await expect(past.screen.getByRole('treeitem', { selected: true })).toHaveText('bark');
  await bar.getByRole('combobox', { name: 'Whose changes' }).selectOption('You');
  await expect(bar.getByRole('status')).toHaveText(/^.1 changed.1 removed$/);
  await bar.getByRole('button', { name: 'Stop comparing' }).click();
  await expect.poll(async () => (await past.words()).includes('bark')).toBe(false);
  await ben.page.context().close();
});

test('an item that was removed is found by its words, says who made it and who changed it, and comes back', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  await ben.select('bark');
  await ben.keys('F2');
  await ben.type(' beetle');
  await ben.keys('Enter');
  await ben.isSaved();
  await expect.poll(() => ada.words()).toContain('bark beetle');
  await ada.select('oak');
  await ada.keys('Delete');
  await ada.isSaved();
  const past = await Past.open(ada.page);
  await write(ada.page.getByRole('searchbox', { name: 'Find removed items' }), 'Beetle');
  const found = past.screen.getByRole('button', { name: /^bark beetle\s*Removed: You/ });
  await found.click();
  await past.isShown();
  await expect(past.screen.getByRole('treeitem', { selected: true })).toHaveText('bark beetle');
  const item = past.screen.getByRole('region', { name: 'The selected item' });
  await expect(item).toContainText(/Made: You, .*Changed: /);
  await expect(item).not.toContainText('Changed: You');
  await ada.page.getByRole('button', { name: 'Colour items by person' }).click();
  const key = past.screen.getByRole('region', { name: 'Colour items by person' });
  await expect(key).toContainText('You: 6 items');
  await past.select('oak');
  await item.getByRole('button', { name: 'Restore branch' }).click();
  await expect.poll(() => ada.outline()).toBe('trees\n\toak\n\t\tacorn\n\t\tbark beetle\n\tash\n\tyew\n\telm');
  await ben.page.context().close();
});

test('a version is named, renamed and removed in history, and a press goes there', async ({ plant }) => {
  const ada = await plant();
  await ada.isSaved();
  const before = await ada.words();
  await ada.select('oak');
  await ada.addBranch('moss');
  await ada.isSaved();
  const past = await Past.open(ada.page);
  await past.backTo(before);
  const versions = past.screen.getByRole('region', { name: 'Named versions' });
  await write(versions.getByRole('textbox', { name: 'Name this version' }), 'Before the moss');
  await versions.getByRole('button', { name: 'Save' }).click();
  await expect(versions.getByRole('listitem')).toContainText(['Before the moss']);
  await expect(past.screen.getByTitle('Before the moss', { exact: true })).toBeAttached();
  await past.slider.press('End');
  await expect.poll(() => past.words()).toContain('moss');
  await versions.getByRole('button', { name: 'Rename “Before the moss”' }).click();
  await write(versions.getByRole('textbox', { name: 'New name' }), 'Bare oak');
  await versions.getByRole('textbox', { name: 'New name' }).press('Enter');
  await versions.getByRole('button', { name: /^Bare oak/ }).click();
  await expect.poll(async () => (await past.words()).join()).toBe(before.join());
  await versions.getByRole('button', { name: 'Remove the name “Bare oak”' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(0);
});

test('[EDIT-150] steps through history are what shows: messages are neither counted nor stopped at, nor is their author named', async ({
  browser,
  plant,
}) => {
  const ada = await plant('trees');
  await ada.isSaved();
  await ada.addBranch('moss');
  await ada.isSaved();
  const ben = await joined(browser, ada);
  await openChat(ben);
  for (const words of ['one', 'two', 'three']) await say(ben, words);
  await ben.isSaved();
  const past = await Past.open(ada.page);
  await expect(past.screen).toHaveAttribute('data-read', 'true');
  await past.isShown();
  const most = Number(await past.screen.getAttribute('data-shown'));
  const count = Number(await past.slider.getAttribute('max'));
  expect(count).toBeLessThanOrEqual(most - 3);
  const what = past.screen.getByRole('status').filter({ hasText: 'Change' });
  await expect(what).toHaveText(new RegExp(`^You.*Change ${count} of ${count}$`));
  await expect(past.screen.getByRole('button', { name: 'Restore this version' })).toBeDisabled();
  let before = (await past.words()).join('|');
  for (let place = count - 1; place >= 0; place--) {
    await ada.page.getByRole('button', { name: 'Previous change', exact: true }).click();
    await past.isShown();
    await expect(past.slider).toHaveValue(String(place));
    const words = (await past.words()).join('|');
    expect(words).not.toBe(before);
    before = words;
  }
  await past.slider.press('End');
  await expect.poll(() => past.words()).toEqual(['trees', 'moss']);
  await ben.page.context().close();
});

test('[WEB-90] from the moment on in which the history is asked for, no key reaches the map behind it, nor its bars', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site);
  await garden.select('ash');
  const letCome = await holdBack(page, /history-screen-.*\.js/);
  await garden.keys('Control+Alt+Shift+h', 'Enter', 'x');
  for (let tabs = 0; tabs < 12; tabs++) {
    await garden.keys('Tab');
    expect(await isBehind(page)).toBe(false);
  }
  letCome();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  for (let tabs = 0; tabs < 30; tabs++) {
    await garden.keys('Tab');
    expect(await isBehind(page)).toBe(false);
  }
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toHaveCount(0);
  expect(await garden.outline()).toBe(TREES_GROWN);
  await garden.keys('F2');
  await garden.type('en');
  await garden.keys('Escape');
  expect(await garden.outline()).toBe(TREES_GROWN.replace('ash', 'ashen'));
});

test('[WEB-90] a history that does not come is left by Escape, and by a button after a while', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site);
  await garden.select('ash');
  await holdBack(page, /history-screen-.*\.js/);
  await garden.keys('Control+Alt+Shift+h');
  await expect(page.locator('.past-to-come')).toContainText('Loading');
  await garden.keys('Escape');
  await expect(page.locator('.past-to-come')).toHaveCount(0);
  await garden.keys('Control+Alt+Shift+h');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await garden.keys('Enter');
  await garden.type('fir');
  await garden.keys('Escape');
  await expect.poll(() => garden.words()).toContain('fir');
});

/** Whether something of the map or its bars has the keyboard. */
async function isBehind(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement !== body && activeElement?.closest('.history-screen, .past-to-come') === null;
  });
}
