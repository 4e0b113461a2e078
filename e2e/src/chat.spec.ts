import { expect } from '@playwright/test';
import { beginEdit, field, list, messages, openChat, say, sheet } from './chat-page.ts';
import { Garden } from './garden.ts';
import { joined } from './joined.ts';
import { write } from './map-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

// The chat of a map: short messages of everybody who may comment.

test('[WEB-29] two people chat at once; one writes on offline, and nothing is lost', async ({
  page,
  site,
  browser,
}) => {
  const ann = await Garden.plant(page, site, 'wood');
  await ann.isSaved();
  const ben = await joined(browser, ann);
  await openChat(ann);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await say(ann, 'Hello **all**');
  await openChat(ben);
  await expect(messages(ben.page)).toHaveCount(1);
  await expect(messages(ben.page).locator('strong', { hasText: 'all' })).toBeVisible();
  await expect(messages(ben.page)).toContainText('Today');
  // Shift+Enter begins a line.
  await field(ben.page).focus();
  await ben.page.keyboard.type('One');
  await ben.page.keyboard.press('Shift+Enter');
  await ben.page.keyboard.type('two');
  await ben.page.keyboard.press('Enter');
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText('One');
  await expect(messages(page).last()).toContainText('two');
  await ben.page.context().setOffline(true);
  await expect(ben.status).toContainText('Offline', { timeout: 5_000 });
  await say(ben, 'Written offline');
  await say(ann, 'Are you there?');
  await expect(messages(ben.page)).toHaveCount(3);
  await ben.page.context().setOffline(false);
  for (const each of [ann, ben]) {
    await expect(messages(each.page)).toHaveCount(4);
    await expect(messages(each.page).filter({ hasText: 'Written offline' })).toHaveCount(1);
  }
  // Where one’s own stands among the others’ is known once the server has it.
  const told = ({ page: at }: Garden) => at.locator('.message-words .markdown').allInnerTexts();
  await ben.isSaved();
  await expect.poll(() => told(ben)).toEqual(await told(ann));
  // The history says where it was written.
  await page.getByRole('button', { name: 'Close' }).click();
  await Past.open(page);
  const deeds = page.getByRole('complementary', { name: 'Who did what' }).getByRole('listitem');
  await expect(deeds.filter({ hasText: /wrote 2 messages in the chat/i })).not.toHaveCount(0);
  await ben.page.context().close();
});

test('[WEB-29] one’s own message is changed and taken away, undo brings it back, and its address leads to it', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await garden.allowClipboard();
  await openChat(garden);
  await say(garden, 'It is gren');
  await write(await beginEdit(page, messages(page)), 'It is green');
  await page.keyboard.press('Enter');
  await expect(messages(page).getByText('It is green', { exact: true })).toBeVisible();
  await messages(page).hover();
  await messages(page).getByRole('button', { name: 'Copy link to this message' }).click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await messages(page).hover();
  await messages(page).getByRole('button', { name: 'Remove message' }).click();
  await expect(messages(page)).toHaveCount(0);
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await garden.keys('Control+z');
  await openChat(garden);
  await expect(messages(page)).toHaveCount(1);
  await field(page).focus();
  await page.keyboard.type('begun');
  await garden.isSaved();
  expect(address).toContain(`${garden.address}#chat=`);
  await page.goto(site);
  await page.goto(address);
  await garden.isOpen();
  await expect(messages(page)).toHaveAttribute('data-marked', 'true');
  await expect(messages(page)).toBeFocused();
  // What was begun is still there.
  await expect(field(page)).toHaveValue('begun');
  const [map] = garden.address.split('#');
  await page.goto('about:blank');
  await page.goto(`${map}#chat=nobodyknows1`);
  await garden.isOpen();
  await expect(page.getByText('This link leads to a message that was removed.')).toBeVisible();
});

test('[WEB-29] what others wrote is new until it was in sight, and is counted in the menu', async ({
  page,
  site,
  browser,
}) => {
  const ann = await Garden.plant(page, site, 'wood');
  await ann.isSaved();
  const ben = await joined(browser, ann);
  await openChat(ben);
  await say(ben, 'One');
  await say(ben, 'Two');
  await ben.isSaved();
  await page.bringToFront();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await expect(page.getByLabel('2 new messages')).toHaveText('2');
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.getByRole('menuitem', { name: /^Chat/ }).click();
  await expect(messages(page).first()).toContainText('New');
  expect((await kept).url()).toMatch(/comments-read$/);
  await more.click();
  await expect(page.getByRole('menuitem', { name: /^Chat/ })).toBeVisible();
  await expect(page.getByLabel(/new message/)).toHaveCount(0);
  await ben.page.context().close();
});

test('[WEB-29] of 5,000 messages those in sight are in the page, and one scrolls to the first', async ({
  page,
  site,
}) => {
  test.slow();
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await garden.isSaved();
  await page.evaluate(async (id) => {
    const { csrf } = await (await fetch('/api/session')).json();
    const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
    for (let from = 0; from < 5_000; from += 1_000) {
      const ops = Array.from({ length: 1_000 }, (_, n) => ({
        kind: 'message',
        id: `message${String(from + n).padStart(5, '0')}`,
        text: `message ${from + n} ${'and more words '.repeat(n % 7)}`,
      }));
      await fetch(`/api/maps/${id}/changes`, { method: 'POST', headers, body: JSON.stringify({ ops }) });
    }
  }, new URL(garden.address).pathname.split('/').at(-1));
  await expect(messages(page).last()).toContainText('message 4999');
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '5000');
  expect(await messages(page).count()).toBeLessThan(90);
  const top = () => list(page).evaluate((element) => element.scrollTo({ top: 0 }));
  await expect
    .poll(async () => {
      await top();
      return page.locator('.message[aria-posinset="1"]').count();
    })
    .toBe(1);
  await expect(messages(page).first()).toContainText('message 0');
  expect(await messages(page).count()).toBeLessThan(90);
  // Whoever reads what is old stays there when something is written, and goes to the end with a press.
  await page.getByRole('button', { name: 'Go to the newest message' }).click();
  await expect(page.locator('.message[aria-posinset="5000"]')).toBeInViewport();
  // A letter is in the field at once, however much was said before.
  await field(page).focus();
  const took = await page.evaluate(async () => {
    const began = performance.now();
    for (let n = 0; n < 5; n++) {
      document.execCommand('insertText', false, 'x');
      await new Promise((done) => requestAnimationFrame(done));
    }
    return performance.now() - began;
  });
  expect(took).toBeLessThan(1_000);
});

test('[WEB-28] two people react to a comment and a message by keys, both stay, and undo takes one’s own', async ({
  page,
  site,
  browser,
}) => {
  const ann = await Garden.plant(page, site, 'wood');
  await ann.comment('wood', 'Is it green?');
  await ann.isSaved();
  const ben = await joined(browser, ann);
  const react = async ({ page: at }: Garden, steps: number) => {
    await at.getByRole('button', { name: 'Add reaction' }).first().focus();
    await at.keyboard.press('Enter');
    await expect(at.getByRole('button', { name: 'Thumbs up', exact: true })).toBeFocused();
    for (let n = 0; n < steps; n++) await at.keyboard.press('ArrowRight');
    await at.keyboard.press('Enter');
    await expect(at.getByRole('button', { name: 'Add reaction' }).first()).toBeFocused();
  };
  await ben.select('wood');
  await ben.keys('Control+Alt+m');
  await expect(ben.page.getByRole('article')).toBeVisible();
  await ben.page.context().setOffline(true);
  await expect(ben.status).toContainText('Offline', { timeout: 5_000 });
  await react(ben, 0);
  await react(ann, 0);
  await ben.page.context().setOffline(false);
  const pill = ({ page: at }: Garden, sign: string) => at.getByRole('button', { name: new RegExp(`^${sign}: `) });
  for (const each of [ann, ben]) {
    await expect(pill(each, 'Thumbs up')).toContainText('2');
    await expect(pill(each, 'Thumbs up')).toHaveAttribute('aria-pressed', 'true');
  }
  // Once more takes it away, from oneself alone.
  await pill(ben, 'Thumbs up').click();
  await expect(pill(ann, 'Thumbs up')).toContainText('1');
  await react(ben, 1);
  await expect(pill(ann, 'Heart')).toHaveAttribute('aria-pressed', 'false');
  await ben.page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await ben.keys('Control+z');
  await expect(pill(ann, 'Heart')).toHaveCount(0);
  await expect(pill(ann, 'Thumbs up')).toContainText('1');
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await say(ann, 'Look');
  await react(ann, 2);
  await expect(pill(ann, 'Celebration')).toContainText('1');
  await ben.page.context().close();
});
