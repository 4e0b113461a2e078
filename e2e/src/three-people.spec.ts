import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { Garden } from './garden.ts';
import { MapPage } from './map-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

// Three people at one map for a while: everything that may come between them does, and in the end all have the same, with names.

interface Somebody {
  readonly garden: Garden;
  readonly page: Page;
  readonly name: string;
}

async function somebody(garden: Garden): Promise<Somebody> {
  const { page } = garden;
  const name = await page.evaluate(async () => (await (await fetch('/api/session')).json()).person.name);
  return { garden, page, name: String(name) };
}

async function join(browser: Browser, link: string): Promise<Somebody> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return somebody(new Garden((await MapPage.join(await context.newPage(), link)).page));
}

/** All of them have this, and nobody else's copy is another. */
async function allHave(people: readonly Somebody[], outline: string): Promise<void> {
  for (const { garden, name } of people) {
    await expect.poll(() => garden.outline(), { message: `what ${name} has`, timeout: 30_000 }).toBe(outline);
    await garden.isSaved();
  }
}

/** Each writes the next few letters in turn, so that all of them are in the middle of a word at once. */
async function writeTogether(...parts: readonly (readonly [who: Somebody, text: string])[]): Promise<void> {
  const longest = Math.max(...parts.map(([, text]) => text.length));
  for (let at = 0; at < longest; at += 2) {
    for (const [{ garden }, text] of parts) await garden.type(text.slice(at, at + 2));
  }
}

/** Takes back what this person wrote behind a word; answers how many steps that was: who pauses for a second begins a new one. */
async function takeBackBehind({ garden }: Somebody, word: string): Promise<number> {
  let steps = 0;
  for (let now = await garden.outline(); now.includes(`${word} `); steps++) {
    const before = now;
    await garden.keys('Control+z');
    await expect.poll(async () => (now = await garden.outline())).not.toBe(before);
  }
  return steps;
}

/** What is said about an item, in the sheet of its comments. */
async function openComments({ garden, page }: Somebody, item: string): Promise<Locator> {
  // In Firefox a window behind others has no keyboard.
  await page.bringToFront();
  await garden.select(item);
  await garden.keys('Control+Alt+m');
  await expect(page.getByRole('combobox', { name: /^(Add a comment|Reply)/ })).toBeFocused();
  return page.getByRole('article');
}

async function revoke({ page }: Somebody, link: string): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await choose(page, 'Links');
  const links = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Revoke the link: Can edit' }) });
  await expect(links).toHaveCount(2);
  for (const one of await links.all()) {
    await one.getByRole('button', { name: 'Show the link: Can edit' }).click();
    const shown = one.locator('xpath=following-sibling::li[1]').getByRole('textbox', { name: 'Share link' });
    if ((await shown.inputValue()) !== link) continue;
    await one.getByRole('button', { name: 'Revoke the link: Can edit' }).click();
    break;
  }
  await expect(links).toHaveCount(1);
  await page.keyboard.press('Escape');
}

test('three people write, comment, go offline and back; one restores a branch, one is revoked; nothing is lost, and all are named afterwards', async ({
  page,
  site,
  browser,
}) => {
  // An hour of three people, as quick as three browsers have it.
  test.setTimeout(240_000);
  const ada = await somebody(await Garden.plant(page, site));
  const links = [await ada.garden.shareForEditing(), await ada.garden.shareForEditing()] as const;
  const [ben, cleo] = [await join(browser, links[0]), await join(browser, links[1])];
  const everybody = [ada, ben, cleo];
  expect(new Set(everybody.map(({ name }) => name)).size).toBe(3);
  await expect(page.getByRole('list', { name: '2 people here' })).toBeVisible();

  // All of them write at once, in three places.
  await ada.garden.select('oak');
  await ben.garden.select('elm');
  await cleo.garden.select('ash');
  await ada.garden.keys('Tab');
  await ben.garden.keys('F2');
  await cleo.garden.keys('Tab');
  await writeTogether([ada, 'moss'], [ben, ' in the'], [cleo, 'keys']);
  for (const { garden } of everybody) await garden.keys('Enter');
  await allHave(everybody, 'trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tmoss\n\tash\n\t\tkeys\n\tyew\n\telm in the');
  const whole = await ada.garden.words();

  // One asks another about an item.
  await openComments(cleo, 'oak');
  await cleo.garden.type('Is it ill, @');
  await cleo.page.getByRole('option', { name: `@${ben.name}` }).click();
  await cleo.garden.type('say?');
  await cleo.garden.keys('Enter');
  const question = `Is it ill, @${ben.name} say?`;
  await expect(cleo.page.getByRole('article')).toContainText(question);
  await ben.page.getByRole('button', { name: 'More', exact: true }).click();
  await ben.page.getByRole('menuitem', { name: /^All comments/ }).click();
  const mentions = ben.page.getByRole('feed', { name: 'All comments' }).getByRole('article');
  await choose(ben.page, 'Mine');
  await expect(mentions).toContainText(question);
  await expect(mentions).toContainText(cleo.name);
  await mentions.getByRole('button', { name: 'Reply' }).click();
  await expect(ben.page.getByRole('combobox', { name: /^Reply/ })).toBeVisible();

  // Two of them are cut off, one before the answer, and go on, in the same words too; the third does as well.
  for (const one of [ben, cleo]) {
    await one.page.context().setOffline(true);
    await expect(one.garden.status).toContainText('Offline');
  }
  await openComments(ben, 'oak');
  await ben.garden.type('Beetles, I think');
  await ben.garden.keys('Enter');
  await ben.garden.select('elm in the');
  await ben.garden.keys('F2');
  await ben.garden.type(' wind');
  await ben.garden.keys('Enter');
  await cleo.garden.select('elm in the');
  await cleo.garden.keys('F2', 'Home');
  await cleo.garden.type('old ');
  await cleo.garden.keys('Enter');
  await cleo.garden.select('yew');
  await cleo.garden.addBranch('berries');
  for (const one of [ben, cleo]) await expect(one.garden.status).toHaveText(/kept here/);
  await ada.garden.select('elm in the');
  await ada.garden.addBranch('nest');
  await ada.garden.select('oak');
  await ada.garden.keys('Delete');
  await ada.garden.isSaved();
  await cleo.page.context().setOffline(false);
  await ben.page.context().setOffline(false);
  // The answer that was given meanwhile brought back what it is about.
  const kept = 'ash\n\t\tkeys\n\tyew\n\t\tberries\n\told elm in the wind\n\t\tnest';
  const oak = '\n\toak\n\t\tacorn\n\t\tbark\n\t\tmoss';
  await allHave(everybody, `trees\n\t${kept}\nRecovered${oak}`);
  const threads = await openComments(ada, 'oak');
  await expect(threads).toHaveCount(1);
  await expect(threads).toContainText(question);
  await expect(threads).toContainText('Beetles, I think');
  await ada.page.getByRole('button', { name: 'Close' }).click();

  // One restores a branch where it stood, while the others are in the middle of a word.
  const past = await Past.open(ada.page);
  await past.backTo(whole);
  await past.select('oak');
  await ben.garden.select('yew');
  await ben.garden.keys('F2');
  await cleo.garden.select('keys');
  await cleo.garden.keys('F2');
  await writeTogether([ben, ' by the'], [cleo, ' to the']);
  await past.screen.getByRole('button', { name: 'Restore branch' }).click();
  await expect(past.screen).toHaveCount(0);
  await writeTogether([ben, ' church'], [cleo, ' attic']);
  for (const { garden } of [ben, cleo]) await garden.keys('Enter');
  const written = kept.replace('yew', 'yew by the church').replace('keys', 'keys to the attic');
  await allHave(everybody, `trees${oak}\n\t${written}\nRecovered`);

  // Each takes back what they did themselves, and nobody else's.
  const stepsOfBen = await takeBackBehind(ben, 'yew');
  const withoutBen = written.replace(' by the church', '');
  await allHave(everybody, `trees${oak}\n\t${withoutBen}\nRecovered`);
  await ada.garden.keys('Control+z');
  await allHave(everybody, `trees\n\t${withoutBen}\nRecovered${oak}`);
  const stepsOfCleo = await takeBackBehind(cleo, 'keys');
  await allHave(everybody, `trees\n\t${withoutBen.replace(' to the attic', '')}\nRecovered${oak}`);
  const steps = [1, stepsOfBen, stepsOfCleo];
  for (const [at, { garden }] of everybody.entries()) {
    for (let step = 0; step < (steps[at] ?? 0); step++) await garden.keys('Control+Shift+z');
  }
  await allHave(everybody, `trees${oak}\n\t${written}\nRecovered`);

  // One is revoked in the middle of a word. What they wrote stays, and the others go on.
  await cleo.garden.select('moss');
  await cleo.garden.addBranch('by Cleo');
  await cleo.garden.isSaved();
  await cleo.garden.keys('F2');
  await cleo.garden.type(' and more');
  await expect.poll(() => ada.garden.words()).toContain('by Cleo and more');
  await revoke(ada, links[1]);
  await expect(cleo.page.getByRole('heading', { name: 'You no longer have access to this map' })).toBeVisible();
  await ben.garden.select('acorn');
  await ben.garden.addBranch('sprout');
  await expect.poll(() => ada.garden.words()).toContain('sprout');
  await ada.garden.select('Recovered');
  await ada.garden.keys('Delete');
  const last = `trees${oak.replace('acorn', 'acorn\n\t\t\tsprout')}\n\t\t\tby Cleo and more\n\t${written}`;
  await allHave([ada, ben], last);
  await ada.page.bringToFront();
  await ada.garden.comment('nest', 'Whose is it?');
  await ada.garden.isSaved();

  // All have left. Somebody who has never met them reads what they said and did, by name.
  for (const one of everybody) await one.page.close();
  const dora = await join(browser, links[0]);
  await allHave([dora], last);
  await expect(dora.page.getByRole('list', { name: /people? here$/ })).toHaveCount(0);
  const authors = (await openComments(dora, 'oak')).locator('.comment strong');
  await expect(authors).toHaveText([cleo.name, ben.name]);
  await expect((await openComments(dora, 'nest')).locator('.comment strong')).toHaveText([ada.name]);
  await dora.page.getByRole('button', { name: 'Close' }).click();
  await Past.open(dora.page);
  const deeds = dora.page.getByRole('complementary', { name: 'Who did what' }).getByRole('listitem');
  for (const { name } of everybody) await expect(deeds.filter({ hasText: name })).not.toHaveCount(0);
  await expect(deeds.filter({ hasText: /Somebody|You/ })).toHaveCount(0);
  for (const one of [ben, cleo, dora]) await one.page.context().close();
});
