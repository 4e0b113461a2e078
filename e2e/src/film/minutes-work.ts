import type { Page } from '@playwright/test';
import { fingersOn } from '../fingers.ts';
import { Garden } from '../garden.ts';

const LONG = 'Pastéis de nata, the warm ones with cinnamon, before eleven';

/** What somebody does on a phone within a minute, from an empty home to a map that is shared; each step is told once it is done. */
export async function minutesWork(page: Page, site: string, told: (said: string) => Promise<void>): Promise<void> {
  const garden = new Garden(page);
  const fingers = await fingersOn(page);
  const bar = page.getByRole('toolbar', { name: 'Selected item' });
  const tap = async (name: string): Promise<void> => bar.getByRole('button', { name }).tap();
  const tapItem = async (words: string): Promise<void> => {
    const { x, y } = await garden.middle(words);
    await page.touchscreen.tap(x, y);
  };

  await page.goto(site);
  await page.getByRole('button', { name: 'New map' }).first().waitFor();
  await told('Home, for the first time');
  await page.getByRole('button', { name: 'New map' }).first().tap();
  await garden.isOpen();
  await told('New map: the root waits for words');
  await garden.type('Weekend in Lisbon');
  await garden.keys('Enter');
  await told('Its words');
  for (const words of ['Things to see', 'Food', 'Getting there']) {
    await (words === 'Things to see' ? tap('New branch') : tap('New item below'));
    await garden.type(words);
    if (words === 'Food') await told('Typing a second branch');
    await garden.keys('Enter');
  }
  await told('Three branches, by the bar');
  await tapItem('Food');
  await tap('New branch');
  await garden.type(LONG);
  await told('A long text while it is typed');
  await garden.keys('Enter');
  await told('The same, done');
  await tap('Item actions');
  await told('More: the sheet from below');
  await page.getByRole('dialog', { name: 'Item actions' }).getByRole('button', { name: /Icon/ }).tap();
  await told('Icons');
  await page.keyboard.press('Escape');
  await tap('Item actions');
  await page.getByRole('dialog', { name: 'Item actions' }).getByRole('button', { name: /Note/ }).tap();
  await garden.type('Ask Rita for the address.');
  await told('A note');
  await page.getByRole('button', { name: 'Close' }).first().tap();
  await told('Back at the map');
  // What is dragged by a finger is selected: it is looked at last, and both stand where they do once the camera rests.
  await garden.middle('Getting there');
  const to = await garden.middle('Things to see');
  const at = await garden.middle('Getting there');
  await fingers.down(at);
  for (let i = 1; i <= 8; i++)
    await fingers.move({ x: at.x + ((to.x - at.x) * i) / 8, y: at.y + ((to.y - 14 - at.y) * i) / 8 });
  await told('A finger drags a branch, or the paper');
  await fingers.up();
  await told('Let go');
  await fingers.down(await garden.middle(LONG));
  await page.getByRole('menu').waitFor();
  await told('A finger rests: the menu');
  await fingers.up();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await tap('Undo');
  await told('Undo');
  await page.getByRole('button', { name: 'Show the whole map' }).tap();
  await told('The whole map');
  await page.getByRole('button', { name: 'Share' }).tap();
  await page.getByRole('dialog').waitFor();
  await told('Share');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All maps' }).tap();
  await page.getByRole('button', { name: 'New map' }).first().waitFor();
  await told('Home again');
}
