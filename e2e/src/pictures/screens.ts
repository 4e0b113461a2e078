import type { Locator, Page } from '@playwright/test';
import { Garden } from '../garden.ts';
import type { Viewer, World } from './world.ts';

/** One screen: who looks, where, and what they press until it is there. */
export interface Screen {
  readonly name: string;
  readonly viewer: Viewer;
  /** One of those that the gate compares with what was accepted. */
  readonly isMain?: true;
  readonly address: (world: World) => string;
  readonly arrive: (page: Page) => Promise<void>;
}

const COMMENTED = 'Break even at 140 loaves a day';

/** A button or a row of a menu, in both languages. */
const named = (page: Page | Locator, name: RegExp, role: 'button' | 'menuitem' = 'button'): Locator =>
  page.getByRole(role, { name }).first();

/** Not only its first picture, which stands before everything around it does. */
async function mapIsThere(page: Page): Promise<void> {
  await page.getByRole('treeitem').first().waitFor({ state: 'attached' });
  await page.locator('.bell-place').waitFor();
}

async function homeIsThere(page: Page): Promise<void> {
  await page.locator('#page main').waitFor();
  await page.locator('.page-begun').waitFor({ state: 'detached' });
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}

async function selected(page: Page, words: string): Promise<Garden> {
  await mapIsThere(page);
  const garden = new Garden(page);
  await garden.select(words);
  return garden;
}

/** The menu at the head of a map, and what is chosen there. */
async function fromMenu(page: Page, name: RegExp): Promise<void> {
  await mapIsThere(page);
  await named(page, /^(More|Mehr)$/).click();
  await named(page, name, 'menuitem').click();
}

async function pastIsThere(page: Page): Promise<void> {
  await page.locator('.history-screen[aria-busy="false"]').waitFor();
}

const home = (): string => '/';
const bakery = (world: World): string => world.bakery;

/** Every screen that a designer would want to see, in the order of a visit. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', viewer: 'ada', isMain: true, address: home, arrive: homeIsThere },
  { name: 'home-empty', viewer: 'newcomer', isMain: true, address: home, arrive: homeIsThere },
  { name: 'folder', viewer: 'ada', address: ({ folder }) => folder, arrive: homeIsThere },
  { name: 'search', viewer: 'ada', isMain: true, address: () => '/?q=street', arrive: homeIsThere },
  {
    name: 'developers',
    viewer: 'ada',
    address: (world) => `${bakery(world)}#developers`,
    arrive: (page) => page.locator('.measured').waitFor(),
  },
  { name: 'account', viewer: 'ada', isMain: true, address: () => '/account', arrive: homeIsThere },
  {
    name: 'sign-in',
    viewer: 'newcomer',
    address: home,
    arrive: async (page) => {
      await homeIsThere(page);
      await named(page, /^(Sign in|Anmelden)$/).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'import',
    viewer: 'ada',
    address: home,
    arrive: async (page) => {
      await homeIsThere(page);
      await named(page, /^(Import a file|Datei importieren)$/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'bell',
    viewer: 'ben',
    address: home,
    arrive: async (page) => {
      await homeIsThere(page);
      await named(page, /^(Notifications|Mitteilungen), /).click();
      await page.getByRole('menuitem').nth(1).waitFor();
    },
  },
  { name: 'map', viewer: 'ada', isMain: true, address: bakery, arrive: mapIsThere },
  { name: 'map-large', viewer: 'ada', address: ({ atlas }) => atlas, arrive: mapIsThere },
  {
    name: 'map-unfolded',
    viewer: 'ada',
    address: ({ atlas }) => atlas,
    arrive: async (page) => {
      const garden = await selected(page, 'Atlas of the bay');
      await garden.keys('Alt+Shift+0', 'Shift+Home', 'Escape');
    },
  },
  {
    name: 'item',
    viewer: 'ada',
    isMain: true,
    address: bakery,
    arrive: async (page) => {
      await selected(page, 'Who comes');
      await page.getByRole('toolbar').first().waitFor();
    },
  },
  {
    name: 'comments',
    viewer: 'ada',
    isMain: true,
    address: bakery,
    arrive: async (page) => {
      const garden = await selected(page, COMMENTED);
      await garden.keys('Control+Alt+m');
      await page.getByRole('article').getByText('Yes, and with the buns.').waitFor();
    },
  },
  {
    name: 'all-comments',
    viewer: 'ada',
    address: bakery,
    arrive: async (page) => {
      await fromMenu(page, /^(All comments|Alle Kommentare)/);
      await page.getByRole('feed').getByRole('article').nth(2).waitFor();
    },
  },
  {
    name: 'chat',
    viewer: 'ada',
    address: (world) => `${world.bakery}#chat`,
    arrive: async (page) => {
      await page.getByRole('article').nth(2).waitFor();
    },
  },
  {
    name: 'history',
    viewer: 'ada',
    isMain: true,
    address: (world) => `${world.bakery}#history`,
    arrive: pastIsThere,
  },
  {
    name: 'compare',
    viewer: 'ada',
    address: (world) => `${world.bakery}#history`,
    arrive: async (page) => {
      await pastIsThere(page);
      await page.getByRole('slider').first().press('Home');
      await page.getByRole('slider').first().press('ArrowRight');
      await pastIsThere(page);
      await named(page, /^(Compare two moments|Zwei Zeitpunkte vergleichen)$/).click();
      await page.getByRole('slider').first().press('End');
      await pastIsThere(page);
      await page.locator('.history-count').first().waitFor();
    },
  },
  {
    name: 'share',
    viewer: 'ada',
    isMain: true,
    address: (world) => `${world.bakery}#share`,
    arrive: async (page) => {
      await page.getByRole('dialog').getByText('Ben Okafor').first().waitFor();
    },
  },
  {
    name: 'export',
    viewer: 'ada',
    address: bakery,
    arrive: async (page) => {
      await fromMenu(page, /^(Download|Herunterladen)/);
      await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'outline',
    viewer: 'ada',
    isMain: true,
    address: bakery,
    arrive: async (page) => {
      const garden = await selected(page, 'Money');
      await garden.keys('Control+Alt+o');
      await page.getByRole('complementary').getByRole('row').nth(5).waitFor();
    },
  },
  {
    name: 'presentation',
    viewer: 'ada',
    address: bakery,
    arrive: async (page) => {
      const garden = await selected(page, 'What we bake');
      await garden.keys('Control+Alt+p');
      await page.locator('.present-bar').waitFor();
    },
  },
  {
    name: 'closed-map',
    viewer: 'cleo',
    // It has no public page, to which she would be led.
    address: ({ atlas }) => atlas,
    arrive: async (page) => {
      await page.locator('.ask').waitFor();
    },
  },
  {
    name: 'public-page',
    viewer: 'newcomer',
    address: ({ publicPage }) => publicPage,
    arrive: async (page) => {
      await page.getByRole('treeitem').first().waitFor({ state: 'attached' });
    },
  },
];
