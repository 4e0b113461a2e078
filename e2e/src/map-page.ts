import { expect, type Locator, type Page } from '@playwright/test';
import { choose } from './choose.ts';

/** Writes into a field instead of what it has, letter by letter: what Playwright fills in at once, React does not hear of in Firefox. */
export async function write(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

/** Waits for the next frame, with which the screen and the tree show what was done before; a page that draws none does not hold a test up. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
        setTimeout(resolve, 1_000);
      }),
  );
}

/** One row of the map as a screen reader hears it. */
export interface Row {
  readonly level: number;
  readonly words: string;
}

/** The map screen, used as a person does: by keys and mouse; read through the tree that screen readers get. */
export class MapPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** From home, as somebody nobody knows yet, to an open map whose root waits for its words. */
  static async begin(page: Page, url: string): Promise<MapPage> {
    await page.goto(url);
    await page.getByRole('button', { name: 'New map' }).click();
    const map = new MapPage(page);
    await map.isOpen();
    return map;
  }

  /** Opens a share link, as somebody nobody knows yet. */
  static async join(page: Page, link: string): Promise<MapPage> {
    await page.goto(link);
    const map = new MapPage(page);
    await map.isOpen();
    return map;
  }

  async isOpen(): Promise<void> {
    // Not by an expectation: that looks after a tenth of a second, and then after a quarter.
    await this.page.getByRole('treeitem').first().waitFor({ state: 'attached' });
    await this.isSaved();
  }

  /** The status says so: everything that was written here is in storage. */
  async isSaved(): Promise<void> {
    await expect(this.status).toHaveText(/^(Saved|View only|Can comment)$/, { timeout: 30_000 });
  }

  get box() {
    return this.page.locator('textarea.bough-words');
  }

  nextFrame(): Promise<void> {
    return nextFrame(this.page);
  }

  /** Waits until two looks at the words' box, with two frames before each, see it at the same place. */
  async rests(): Promise<void> {
    let before = '';
    await expect
      .poll(async () => {
        await this.nextFrame();
        await this.nextFrame();
        const now = JSON.stringify(await this.box.boundingBox());
        const isSame = now === before;
        before = now;
        return isSame;
      })
      .toBe(true);
  }

  get status() {
    return this.page.getByRole('banner').getByRole('status');
  }

  get address(): string {
    return this.page.url();
  }

  /** Every row of the tree, from the top. */
  async rows(): Promise<readonly Row[]> {
    await this.nextFrame();
    return this.page
      .getByRole('treeitem')
      .evaluateAll((items) =>
        items.map((item) => ({ level: Number(item.getAttribute('aria-level')), words: item.textContent ?? '' })),
      );
  }

  async words(): Promise<readonly string[]> {
    return (await this.rows()).map((row) => row.words);
  }

  /** Types without haste: what a key does must be done before the next one. */
  async keys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** A new branch of the selected item with these words; the branch is selected then. */
  async addBranch(words: string): Promise<void> {
    await this.keys('Tab');
    await this.type(words);
    await this.keys('Enter');
  }

  /** The next sibling of the selected item. */
  async addBelow(words: string): Promise<void> {
    await this.keys('Enter');
    await this.type(words);
    await this.keys('Enter');
  }

  /** Makes a link by which anybody may edit. */
  async shareForEditing(): Promise<string> {
    await this.page.getByRole('button', { name: 'Share' }).click();
    await choose(this.page, 'Links');
    await this.page.getByRole('button', { name: 'Create link' }).click();
    const link = await this.page.getByRole('textbox', { name: 'Create link' }).inputValue();
    await this.keys('Escape');
    return link;
  }
}
