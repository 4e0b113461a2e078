import { expect, type Page } from '@playwright/test';
import { beginEdit, change, field, idOf, list, messages, openChat, say, sheet } from './chat-page.ts';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { joined } from './joined.ts';
import { nextFrame, write } from './map-page.ts';
import { test } from './site.ts';

// The rows of the chat: where they stand, and what is written in them.

/** How far each message that is in the page begins below the end of the one above it: 0 each, where none lies over another. */
async function gapsOf(page: Page): Promise<readonly number[]> {
  return messages(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => ({
      at: Number(row.getAttribute('aria-posinset')),
      box: row.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ at, box }, n) => {
      const above = boxes[n - 1];
      return above?.at === at - 1 ? [Math.round((box.top - above.box.bottom) * 2) / 2] : [];
    });
  });
}

/** Waits until no message lies over another, and no hole is between two. */
async function standsClosely(page: Page): Promise<void> {
  await expect.poll(async () => (await gapsOf(page)).filter((gap) => gap !== 0)).toEqual([]);
  expect((await gapsOf(page)).length).toBeGreaterThan(1);
}

const isAtEnd = (page: Page) =>
  list(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2);

/** Where the messages in the page stand on the screen, by their places. */
async function placesOf(page: Page): Promise<Readonly<Record<string, number>>> {
  return messages(page).evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.getAttribute('aria-posinset'), row.getBoundingClientRect().top])),
  );
}

/** Waits until the messages stand elsewhere than before, and move no more from one look to the next, with two frames between. */
async function rests(page: Page, before: Readonly<Record<string, number>>): Promise<void> {
  let [last, now] = ['', JSON.stringify(before)];
  await expect
    .poll(async () => {
      for (let frames = 0; frames < 2; frames++) await nextFrame(page);
      [last, now] = [now, JSON.stringify(await placesOf(page))];
      return now !== JSON.stringify(before) && now === last;
    })
    .toBe(true);
}

test('[WEB-29] no message lies over another: long ones, signs, an open field, a phone’s width', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await garden.isSaved();
  const texts = [
    'short',
    'WWWWMMMM '.repeat(40),
    'iiii llll '.repeat(40),
    '# A heading that goes on\n`code in it` and **much more of it**\n\n- one\n- two',
    'Words that wrap '.repeat(12),
  ];
  const ops = Array.from({ length: 30 }, (_, n) => ({ kind: 'message', id: idOf(n), text: texts[n % texts.length] }));
  await change(garden, ops);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '30');
  await standsClosely(page);
  await change(
    garden,
    [25, 27, 28].map((n) => ({ kind: 'react', thread: null, id: idOf(n), sign: '👍', isOn: true })),
  );
  await expect(page.locator('.message .reaction')).toHaveCount(3);
  await standsClosely(page);
  await expect.poll(() => isAtEnd(page)).toBe(true);
  // An open field grows with its words, and what one reads below it moves on.
  const edited = await beginEdit(page, messages(page).last());
  await edited.press('End');
  for (let n = 0; n < 4; n++) await edited.press('Shift+Enter');
  await standsClosely(page);
  await expect.poll(() => isAtEnd(page)).toBe(true);
  await edited.press('Escape');
  await standsClosely(page);
  // The newest stays in sight while others write, and while one’s own message grows.
  await change(garden, [{ kind: 'message', id: idOf(30), text: 'Long words of another '.repeat(30) }]);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '31');
  await standsClosely(page);
  await expect.poll(() => isAtEnd(page)).toBe(true);
  await field(page).focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+Enter');
  await expect.poll(() => isAtEnd(page)).toBe(true);
  await page.setViewportSize({ width: 390, height: 700 });
  await standsClosely(page);
  await expect.poll(() => isAtEnd(page)).toBe(true);
});

test('[WEB-38] the newest message stays in sight when the field grows while the list still tells where it was scrolled to', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await garden.isSaved();
  await change(
    garden,
    Array.from({ length: 30 }, (_, n) => ({ kind: 'message', id: idOf(n), text: `message ${n}` })),
  );
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '30');
  await expect.poll(() => isAtEnd(page)).toBe(true);
  await field(page).focus();
  // A browser tells of scrolling with its next frame; the list is lower by then.
  const grown = await field(page).evaluate(async (element, top) => {
    const before = element.clientHeight;
    const scrolled = document.querySelector('.chat-list');
    if (scrolled !== null) scrolled.scrollTop += top;
    document.execCommand('insertText', false, 'one\ntwo\nthree\nfour');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return element.clientHeight - before;
  }, -1);
  expect(grown).toBeGreaterThan(40);
  expect(await isAtEnd(page)).toBe(true);
  // Somebody who scrolls up leaves the end, and is asked back.
  await list(page).hover();
  await page.mouse.wheel(0, -200);
  await expect(sheet(page).getByRole('button', { name: 'Go to the newest message' })).toBeVisible();
  await change(garden, [{ kind: 'message', id: idOf(30), text: 'And more' }]);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '31');
  expect(await isAtEnd(page)).toBe(false);
  await sheet(page).getByRole('button', { name: 'Go to the newest message' }).click();
  await expect.poll(() => isAtEnd(page)).toBe(true);
});

test('[WEB-40] a long message is cut, and shown whole where one reads it; many empty lines are two', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await garden.isSaved();
  const texts = ['abcdefghij'.repeat(1_000), '[a]('.repeat(2_500), `a${'\n'.repeat(9_990)}b`, 'Words '.repeat(1_600)];
  const ops = texts.map((text, n) => ({ kind: 'message', id: idOf(n), text }));
  await change(garden, ops);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '4');
  await standsClosely(page);
  await expect.poll(() => isAtEnd(page)).toBe(true);
  const height = await list(page).evaluate((element) => element.scrollHeight);
  expect(height).toBeLessThan(2_500);
  const last = messages(page).last();
  const beginning = last.getByText(/^Words/);
  await last.getByRole('button', { name: 'Show more' }).click();
  await expect(last).toContainText('Words '.repeat(1_600).trim());
  await standsClosely(page);
  // The line that one read last is still there, and the keyboard is not in the map.
  const seen = await beginning.evaluate((element) => element.getBoundingClientRect().top);
  expect(seen).toBeGreaterThan(-800);
  expect(await isAtEnd(page)).toBe(false);
  await expect(last.locator('.said')).toBeFocused();
});

test('[WEB-29] what one reads stays where it is when the messages around it turn out to be higher', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await garden.isSaved();
  const ops = Array.from({ length: 120 }, (_, n) => ({
    kind: 'message',
    id: idOf(n),
    text: n % 2 === 0 ? 'WWWWMMMM '.repeat(30) : 'iiii llll '.repeat(30),
  }));
  await change(garden, ops);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '120');
  // By a wheel, as a person reads back: each step moves what is in sight by as much, and by no more.
  await list(page).hover();
  for (let step = 0; step < 12; step++) {
    const before = await placesOf(page);
    await page.mouse.wheel(0, -300);
    await rests(page, before);
    const moved = Object.entries(await placesOf(page)).flatMap(([id, top]) =>
      before[id] === undefined ? [] : [Math.round(top - before[id])],
    );
    expect(moved.length).toBeGreaterThan(0);
    for (const by of moved) expect(Math.abs(by - 300)).toBeLessThan(3);
  }
  const reads = await placesOf(page);
  await change(garden, [{ kind: 'message', id: idOf(120), text: 'And more' }]);
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '121');
  expect(await placesOf(page)).toEqual(reads);
});

test('[WEB-29] other words for a message stay while one reads elsewhere, closes the chat and loads the page again', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await say(garden, 'It is gren');
  const edited = await beginEdit(page, messages(page));
  await write(edited, 'It is gree');
  await garden.isSaved();
  // So much is written meanwhile that the row would have left the page; the keyboard is in it all the while.
  await change(
    garden,
    Array.from({ length: 200 }, (_, n) => ({ kind: 'message', id: idOf(n), text: `message ${n}` })),
  );
  await expect(messages(page).last()).toHaveAttribute('aria-setsize', '201');
  await list(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(page.locator('.message[aria-posinset="201"]')).toBeInViewport();
  await expect(edited).toBeFocused();
  await page.keyboard.type('n');
  await expect(edited).toHaveValue('It is green');
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await openChat(garden);
  await expect(edited).toHaveValue('It is green');
  // What was begun before leaves the keyboard to the next message.
  await expect(field(page)).toBeFocused();
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  await openChat(garden);
  await expect(edited).toHaveValue('It is green');
  await edited.press('Enter');
  await expect(edited).toHaveCount(0);
  // What was never in sight turns out to be higher or lower than was thought, and who is at the end is kept there.
  await expect
    .poll(async () => {
      await list(page).evaluate((element) => element.scrollTo({ top: 0 }));
      return messages(page).first().textContent();
    })
    .toContain('It is green');
  await page.reload();
  await garden.isOpen();
  await openChat(garden);
  await expect(edited).toHaveCount(0);
});

test('[WEB-29] words for a message that somebody removes meanwhile stay in sight, and are sent as a new one', async ({
  page,
  site,
  browser,
}) => {
  const ann = await Garden.plant(page, site, 'wood');
  await ann.isSaved();
  const ben = await joined(browser, ann);
  await openChat(ann);
  await say(ann, 'It is gren');
  await say(ann, 'Second');
  await openChat(ben);
  await expect(messages(ben.page)).toHaveCount(2);
  await page.bringToFront();
  const edited = await beginEdit(page, messages(page).first());
  await write(edited, 'It is gree');
  await ben.page.bringToFront();
  await messages(ben.page).first().hover();
  await messages(ben.page).first().getByRole('button', { name: 'Remove message' }).click();
  await page.bringToFront();
  await expect(messages(page)).toHaveCount(1);
  await expect(sheet(page).getByRole('alert')).toContainText('This message was removed while you were editing it.');
  // Who types on, types on in it.
  await expect(edited).toBeFocused();
  await page.keyboard.type('n');
  await expect(edited).toHaveValue('It is green');
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await openChat(ann);
  await expect(edited).toHaveValue('It is green');
  await sheet(page).getByRole('button', { name: 'Send as a new message' }).click();
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText('It is green');
  await expect(edited).toHaveCount(0);
  await expect(sheet(page).getByRole('alert')).toHaveCount(0);
  await ben.page.context().close();
});

test('[WEB-89] what is new in the chat is heard late: somebody who is at a message by then types on', async ({
  page,
  site,
}) => {
  const letCome = await holdBack(page, /\/comments-read$/);
  const garden = await Garden.plant(page, site, 'wood');
  await openChat(garden);
  await say(garden, 'It is gren');
  const edited = await beginEdit(page, messages(page));
  await write(edited, 'It is gree');
  const heard = page.waitForResponse(/\/comments-read$/);
  letCome();
  await heard;
  await garden.rests();
  await page.keyboard.type('n');
  await expect(edited).toHaveValue('It is green');
  await edited.press('Enter');
  await expect(edited).toHaveCount(0);
  await expect(messages(page)).toContainText('It is green');
});
