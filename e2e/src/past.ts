import { expect, type Locator, type Page } from '@playwright/test';
import { nextFrame } from './map-page.ts';

/** The history of a map, as somebody has it who looks at it. */
export class Past {
  readonly #page: Page;
  readonly screen: Locator;

  private constructor(page: Page) {
    this.#page = page;
    this.screen = page.getByRole('region', { name: 'History' });
  }

  /** Opens it over the map that is open. */
  static async open(page: Page): Promise<Past> {
    const past = new Past(page);
    await page.keyboard.press('Control+Alt+Shift+h');
    await expect(past.slider).toBeEnabled();
    return past;
  }

  get slider(): Locator {
    return this.#page.getByRole('slider', { name: 'Point in time' });
  }

  /** The words of the moment that is shown, in the order of the tree. */
  async words(): Promise<readonly string[]> {
    return this.screen.getByRole('treeitem').allTextContents();
  }

  /** Waits until the moment that was asked for is drawn. */
  async isShown(): Promise<void> {
    await expect(this.screen).toHaveAttribute('aria-busy', 'false');
    // The tree beside the canvas follows with the next frame.
    await nextFrame(this.#page);
    await nextFrame(this.#page);
  }

  /** Goes back, change by change, to the moment that has these words. */
  async backTo(words: readonly string[]): Promise<void> {
    for (let steps = 0; steps < 60; steps++) {
      await this.isShown();
      if ((await this.words()).join('|') === words.join('|')) return;
      await this.slider.press('ArrowLeft');
    }
    throw new Error(`no moment has ${words.join(', ')}`);
  }

  /** Selects an item of the moment. */
  async select(words: string): Promise<void> {
    const item = this.screen.getByRole('treeitem', { name: words, exact: true });
    await item.dispatchEvent('click');
    await expect(item).toHaveAttribute('aria-selected', 'true');
  }
}
