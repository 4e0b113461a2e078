import { expect } from '@playwright/test';
import { test } from './bough.ts';
import { MapPage } from './map-page.ts';

const EDITS = 50;

test('two browsers draw one map: 50 edits from each, every process killed in the middle, nothing lost', async ({
  bough,
  browser,
}) => {
  test.setTimeout(240_000);
  const ada = await MapPage.begin(await (await browser.newContext()).newPage(), bough.url);
  await ada.type('Together');
  await ada.keys('Enter');
  await ada.addBranch('Ada');
  await ada.isSaved();
  const link = await ada.shareForEditing();
  const ben = await MapPage.join(await (await browser.newContext()).newPage(), link);
  await expect.poll(() => ben.words()).toEqual(['Together', 'Ada']);
  await ben.keys('ArrowLeft', 'ArrowRight');
  await ben.page.getByRole('treeitem', { name: 'Together' }).dispatchEvent('click');
  await ben.addBranch('Ben');
  await expect.poll(() => ada.words()).toContain('Ben');

  const write = async (map: MapPage, name: string, from: number, to: number): Promise<void> => {
    for (let edit = from; edit < to; edit++) {
      if (edit === from) await map.addBranch(`${name} ${edit}`);
      else await map.addBelow(`${name} ${edit}`);
    }
  };
  await Promise.all([write(ada, 'a', 0, EDITS / 2), write(ben, 'b', 0, EDITS / 2)]);
  await Promise.all([ada.isSaved(), ben.isSaved()]);
  // What is in storage is on its way to the other one still.
  await expect.poll(() => ada.words()).toContain(`b ${EDITS / 2 - 1}`);
  const acknowledged = await ada.words();
  expect(acknowledged).toHaveLength(3 + EDITS);

  await bough.killEverything();
  await Promise.all([expect(ada.status).toContainText('Offline'), expect(ben.status).toContainText('Offline')]);
  await Promise.all([write(ada, 'a', EDITS / 2, EDITS), write(ben, 'b', EDITS / 2, EDITS)]);
  await expect(ada.status).toHaveText(/Offline. \d+ changes? (is|are) kept here and will be sent./);

  await bough.start();
  await Promise.all([ada.isSaved(), ben.isSaved()]);
  await expect.poll(async () => (await ada.words()).length).toBe(3 + 2 * EDITS);
  await expect.poll(() => ben.rows()).toEqual(await ada.rows());

  const words = new Set(await ada.words());
  for (const kept of acknowledged) expect(words).toContain(kept);
  for (let edit = 0; edit < EDITS; edit++) {
    expect(words).toContain(`a ${edit}`);
    expect(words).toContain(`b ${edit}`);
  }

  // A third browser, which never saw any of it, finds the same.
  const eve = await MapPage.join(await (await browser.newContext()).newPage(), link);
  await expect.poll(() => eve.rows()).toEqual(await ada.rows());
  for (const { page } of [ada, ben, eve]) await page.context().close();
});

test('a map is as it was after Ctrl-C and a new start', async ({ bough, page }) => {
  const map = await MapPage.begin(page, bough.url);
  await map.type('Kept');
  await map.keys('Enter');
  await map.addBranch('one');
  await map.addBelow('two');
  await map.isSaved();
  const before = await map.rows();
  await bough.stop();
  await bough.start();
  await page.reload();
  await map.isOpen();
  await expect.poll(() => map.rows()).toEqual(before);
});

test('what was written offline survives a reload of the page before it is sent', async ({ bough, page }) => {
  const map = await MapPage.begin(page, bough.url);
  await map.type('Root');
  await map.keys('Enter');
  await map.isSaved();
  await bough.killEverything();
  await expect(map.status).toContainText('Offline');
  await map.addBranch('written offline');
  await expect(map.status).toContainText(/\d/);
  await bough.start();
  await page.reload();
  await map.isOpen();
  await expect.poll(() => map.words()).toEqual(['Root', 'written offline']);
});
