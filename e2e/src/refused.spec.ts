import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { test } from './site.ts';

// What one did without a network, and the map did not take, is told by what it was.

async function drop(garden: Garden, words: string, onto: string): Promise<void> {
  const [from, to] = [await garden.middle(words), await garden.middle(onto)];
  const { mouse } = garden.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up();
}

test('[WEB-19] a move that somebody else made the other way round is named, and shown', async ({ browser, plant }) => {
  const ada = await plant('root\n\tone\n\ttwo');
  const ben = await joined(browser, ada);
  await ada.isSaved();
  await ada.page.context().setOffline(true);
  await expect(ada.status).toContainText('Offline');
  await drop(ada, 'one', 'two');
  await expect.poll(() => ada.outline()).toBe('root\n\ttwo\n\t\tone');
  await drop(ben, 'two', 'one');
  await expect.poll(() => ben.outline()).toBe('root\n\tone\n\t\ttwo');
  await ben.isSaved();
  await ada.page.context().setOffline(false);
  const note = ada.page.getByRole('alert').filter({ hasText: 'A change was not saved' });
  await expect(note).toContainText('“one” was not moved below “two”.');
  await expect(note).toContainText('moved these items the other way round');
  await expect.poll(() => ada.outline()).toBe('root\n\tone\n\t\ttwo');
  await ada.select('root');
  await note.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => ada.selected()).toEqual(['one']);
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
  await ben.page.context().close();
});

test('[WEB-19] words that the map did not take are named, and can be copied', async ({ page, site }) => {
  const refusing = { is: false };
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { kind: string; changes?: readonly { counter: number }[] };
      if (!refusing.is || frame.kind !== 'submit') return server.send(text);
      for (const { counter } of frame.changes ?? [])
        socket.send(JSON.stringify({ kind: 'refused', counter, reason: 'limit', detail: 'too many items' }));
    });
  });
  const garden = await Garden.plant(page, site, 'root\n\tone\n\ttwo');
  await garden.allowClipboard();
  await garden.isSaved();
  refusing.is = true;
  await garden.select('two');
  await garden.paste({ 'text/plain': 'a thought from the train\n\tand its end' });
  const note = page.getByRole('alert').filter({ hasText: 'A change was not saved' });
  await expect(note).toContainText('“a thought from the train” was not added below “two”.');
  await expect(note).toContainText('It would make the map too large. Copy your words to use them elsewhere.');
  await expect(note.getByRole('blockquote')).toHaveText(/^a thought from the train\s+and its end$/);
  await note.getByRole('button', { name: 'Copy text' }).click();
  await expect(note.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('a thought from the train\nand its end');
  refusing.is = false;
  // What is written next is saved as ever.
  await garden.select('one');
  await garden.addBranch('a leaf');
  await garden.isSaved();
});
