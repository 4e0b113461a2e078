import { expect, type BrowserContext, type Page } from '@playwright/test';
import { Garden } from '../garden.ts';
import { HomePage } from '../home-page.ts';
import { write } from '../map-page.ts';
import type { Kept, Stage } from './stage.ts';
import { ATLAS, BAKERY, OUTLINES } from './story.ts';

// What is there to be photographed: three people, six maps, and what was said in one of them within three days. It is made by hand and
// keyboard, as people make it, and comes out the same each time.

/** Who looks at a screen: the owner, somebody who may edit, somebody who may not open the map, or a newcomer whom nobody knows. */
export type Viewer = 'ada' | 'ben' | 'cleo' | 'newcomer';

export interface World {
  readonly site: string;
  /** Addresses, without the site. */
  readonly bakery: string;
  readonly atlas: string;
  readonly folder: string;
  readonly publicPage: string;
  readonly kept: Readonly<Record<Viewer, Kept | undefined>>;
}

const NOW = '2031-03-06T09:41:00Z';
const MONDAY = '2031-03-03T09:12:00Z';
const TUESDAY = '2031-03-04T14:20:00Z';
const WEDNESDAY = '2031-03-05T18:05:00Z';
/** Longer than clocks need to be set. */
const CLOCKS_MS = 150;

const OF = { ada: 'Ada Lindqvist', ben: 'Ben Okafor', cleo: 'Cleo Marchetti' } as const;
const HUES = { ada: 4, ben: 1, cleo: 0 } as const;

export async function makeWorld(stage: Stage): Promise<World> {
  await stage.begin(MONDAY);
  const kept = {
    ada: await signedIn(stage, 'ada'),
    ben: await signedIn(stage, 'ben'),
    cleo: await signedIn(stage, 'cleo'),
  };
  const made = await withPage(stage, 'ada monday', kept.ada, (page) => makeMaps(page, stage.site));
  await setClock(stage, TUESDAY);
  await withPage(stage, 'ada tuesday', kept.ada, (page) => inviteBen(page, stage.site, made.bakery));
  await withPage(stage, 'ben tuesday', kept.ben, (page) => benWorks(page, stage.site));
  await setClock(stage, WEDNESDAY);
  await withPage(stage, 'ada wednesday', kept.ada, (page) => adaAnswers(page, stage.site, made.bakery));
  await setClock(stage, NOW);
  return { site: stage.site, ...made, kept: { ...kept, newcomer: undefined } };
}

async function setClock(stage: Stage, moment: string): Promise<void> {
  stage.setClock(moment);
  await new Promise((resolve) => setTimeout(resolve, CLOCKS_MS));
}

async function withPage<T>(stage: Stage, name: string, kept: Kept, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await stage.person(name, kept);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function signedIn(stage: Stage, who: keyof typeof OF): Promise<Kept> {
  const context: BrowserContext = await stage.person(who);
  const page = await context.newPage();
  await new HomePage(page, stage.site).signIn(`${who}@example.org`);
  const status = await page.evaluate(
    async (body) => {
      const { csrf } = (await (await fetch('/api/session')).json()) as { readonly csrf: string };
      const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
      return (await fetch('/api/account', { method: 'PUT', headers, body })).status;
    },
    JSON.stringify({ name: OF[who], hue: HUES[who] }),
  );
  expect(status).toBeLessThan(300);
  const kept = await context.storageState();
  await context.close();
  return kept;
}

type Made = Pick<World, 'bakery' | 'atlas' | 'folder' | 'publicPage'>;

async function makeMaps(page: Page, site: string): Promise<Made> {
  const home = new HomePage(page, site);
  await Garden.plantAll(page, site, [...OUTLINES]);
  const atlas = await importFile(home, 'atlas.txt', ATLAS);
  const bakery = await importFile(home, 'bakery.mm', BAKERY);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Public page', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'This map has a public page' }).click();
  const publicPage = new URL(await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue())
    .pathname;
  await home.open();
  await home.makeFolder('Travel');
  await home.choose('Weekend in Lisbon', 'Move to folder');
  await page.getByRole('dialog').getByText('Travel', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await home.folder('Travel').click();
  await expect(home.card('Weekend in Lisbon')).toBeVisible();
  return { bakery, atlas, publicPage, folder: new URL(page.url()).pathname };
}

/** Answers the address of the map that is made of it. */
async function importFile(home: HomePage, name: string, text: string): Promise<string> {
  const { page } = home;
  await home.open();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Create map' }).click();
  await new Garden(page).isOpen();
  return new URL(page.url()).pathname;
}

async function inviteBen(page: Page, site: string, bakery: string): Promise<void> {
  await page.goto(`${site}${bakery}`);
  const garden = new Garden(page);
  await garden.isOpen();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill('ben@example.org');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Invitation sent to ben@example.org.')).toBeVisible();
  await page.keyboard.press('Escape');
}

/** He accepts, adds a branch, asks something, and writes in the chat. */
async function benWorks(page: Page, site: string): Promise<void> {
  await page.goto(site);
  await page.getByRole('button', { name: 'Accept' }).click();
  const garden = new Garden(page);
  await garden.isOpen();
  await garden.select('First steps');
  await garden.addBranch('Name and sign');
  await garden.addBranch('Paint it ourselves');
  await garden.select('School run');
  await garden.keys('Delete');
  await garden.comment('Break even at 140 loaves a day', '@Ada Is that with the rye?');
  await garden.comment('Rent: the corner shop is empty', 'The owner calls back on Friday.');
  await garden.isSaved();
  await chat(garden, 'I asked two painters about the sign.');
  await chat(garden, 'Both can come **in April**.');
  await garden.isSaved();
}

/** She reads what he wrote, answers, and goes on: nothing is new to her then. */
async function adaAnswers(page: Page, site: string, bakery: string): Promise<void> {
  await page.goto(`${site}${bakery}`);
  const garden = new Garden(page);
  await garden.isOpen();
  await garden.comment('Break even at 140 loaves a day', 'Yes, and with the buns.');
  await garden.comment('Sourdough, one kind, perfect', '@Ben Shall we try spelt?');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await garden.select('What we bake');
  await garden.addBranch('Cake on Sundays');
  const isChatRead = reading(page);
  await chat(garden, 'April is fine. I will tell the landlord.');
  await garden.isSaved();
  await isChatRead;
  await readComments(page);
  await page.getByRole('button', { name: /^Notifications, / }).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
}

/** All of them were in sight, and the server knows. */
async function readComments(page: Page): Promise<void> {
  const isRead = reading(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^All comments/ }).click();
  await page.getByRole('feed').getByText('The owner calls back on Friday.').waitFor();
  await isRead;
  await page.reload();
  await new Garden(page).isOpen();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /new (comments|messages?)$/ })).toHaveCount(0);
}

/** The server keeps what somebody has read: the next time that it is told. */
async function reading(page: Page): Promise<void> {
  await page.waitForResponse(
    (answer) => answer.url().endsWith('/comments-read') && answer.request().method() === 'PUT' && answer.ok(),
  );
}

async function chat(garden: Garden, words: string): Promise<void> {
  const field = garden.page.getByRole('complementary', { name: 'Chat' }).getByRole('textbox', { name: /^Message/ });
  if (!(await field.isVisible())) {
    // Keys of the map: not from the field of a comment.
    await garden.box.focus();
    await garden.keys('Control+Alt+Shift+m');
  }
  await write(field, words);
  await garden.page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
}
