import { expect, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';

/** A map with a few trees in it, to try keys and gestures on. */
export const TREES = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm';

/** A planted map: items are named by their words. */
export class Garden extends MapPage {
  static async plant(page: Page, site: string, outline: string = TREES): Promise<Garden> {
    await page.goto(site);
    const garden = new Garden(page);
    await garden.begin(outline);
    return garden;
  }

  /** A map each, one after the other, all saved. */
  static async plantAll(page: Page, site: string, [first = '', ...rest]: readonly string[]): Promise<void> {
    const garden = await Garden.plant(page, site, first);
    await garden.isSaved();
    for (const outline of rest) {
      await garden.plantNext(site, outline);
      await garden.isSaved();
    }
  }

  /** From the map that is open, whatever stands over it, through home to a new one. */
  async plantNext(site: string, outline: string = TREES): Promise<void> {
    const home = this.page.getByRole('link', { name: 'All maps', includeHidden: true });
    if ((await home.count()) === 0) await this.page.goto(site);
    else await home.dispatchEvent('click');
    await this.begin(outline);
  }

  /** A new map, from home as it stands. */
  async begin(outline: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New map' }).first().dispatchEvent('click');
    await this.isOpen();
    // A person types when the caret is there.
    await expect(this.box).toBeFocused();
    const [root = '', ...rest] = outline.split('\n');
    await this.type(root);
    // Whose keys one has, Escape keeps the words.
    await this.keys('Escape');
    if (rest.length > 0) await this.paste({ 'text/plain': rest.join('\n') });
    await expect.poll(() => this.words()).toHaveLength(outline.split('\n').length);
  }

  /** The map as indented lines, as a screen reader finds it. */
  async outline(): Promise<string> {
    return (await this.rows()).map((row) => '\t'.repeat(row.level - 1) + row.words).join('\n');
  }

  item(words: string) {
    return this.page.getByRole('treeitem', { name: words, exact: true });
  }

  /** Selects items as the tree does it: by their names. */
  async select(words: string): Promise<void> {
    await this.item(words).dispatchEvent('click');
    await expect(this.item(words)).toHaveAttribute('aria-selected', 'true');
    await this.page.locator('textarea.bough-words').focus();
  }

  async selected(): Promise<readonly string[]> {
    await this.nextFrame();
    return this.page
      .getByRole('treeitem')
      .evaluateAll((items) =>
        items.filter((item) => item.getAttribute('aria-selected') === 'true').map((item) => item.textContent ?? ''),
      );
  }

  /** Whether the words' box is seen: somebody edits. */
  async isEditing(): Promise<boolean> {
    await this.nextFrame();
    return this.box.evaluate((box) => getComputedStyle(box).opacity === '1');
  }

  /** Where an item's words are on the screen, once nothing moves. */
  async place(
    words: string,
  ): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
    await this.select(words);
    await this.rests();
    const box = await this.box.boundingBox();
    if (box === null) throw new Error(`${words} is not on the screen`);
    return box;
  }

  async middle(words: string): Promise<{ readonly x: number; readonly y: number }> {
    const { x, y, width, height } = await this.place(words);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** A paste as the browser tells of it, with whatever forms another program put there. */
  async paste(forms: Readonly<Record<string, string>>): Promise<void> {
    await this.box.evaluate((box, data) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      // Firefox makes no ClipboardEvent with data of a page's own.
      const event = new Event('paste', { bubbles: true, cancelable: true });
      box.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
    }, forms);
  }

  /** What copying puts on the clipboard, by type. */
  async copied(kind: 'copy' | 'cut' = 'copy'): Promise<Readonly<Record<string, string>>> {
    return this.box.evaluate((box, name) => {
      const clipboardData = new DataTransfer();
      const event = new Event(name, { bubbles: true, cancelable: true });
      box.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }));
      return Object.fromEntries([...clipboardData.types].map((type) => [type, clipboardData.getData(type)]));
    }, kind);
  }

  /** Loads the page again as somebody has it who chose these keys. */
  async haveKeys(preset: string): Promise<void> {
    await this.isSaved();
    await this.page.evaluate((name) => localStorage.setItem('bough.keys', name), preset);
    await this.page.reload();
    await this.isOpen();
  }

  /** The clipboard may be read and filled by the page; Firefox allows it to every page that a test drives, and knows no such permission. */
  async allowClipboard(): Promise<void> {
    const context = this.page.context();
    if (context.browser()?.browserType().name() === 'chromium')
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  }

  async zoom(): Promise<string> {
    return (await this.page.locator('.zoom-level').textContent()) ?? '';
  }

  /**
   * What is said of how near one looks, once nothing moves. It is said a moment later; the box of the selected item's words is as large
   * at once.
   */
  async zoomAtRest(): Promise<string> {
    await this.rests();
    const isSaid = async (): Promise<boolean> => {
      const scale = await this.box.evaluate((box) => new DOMMatrix(getComputedStyle(box).transform).a);
      return Math.abs(Number.parseFloat(await this.zoom()) - 100 * scale) <= 0.5;
    };
    await expect.poll(isSaid).toBe(true);
    return this.zoom();
  }

  /** Says something about an item, and waits until it stands in its thread. */
  async comment(item: string, words: string): Promise<void> {
    await this.select(item);
    await this.keys('Control+Alt+m');
    await expect(this.page.getByRole('combobox', { name: /^(Add a comment|Reply)/ })).toBeFocused();
    await this.type(words);
    await this.keys('Enter');
    await expect(this.page.getByRole('article').getByText(words, { exact: true })).toBeVisible();
  }
}
