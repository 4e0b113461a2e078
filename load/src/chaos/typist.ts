import { setTimeout as sleep } from 'node:timers/promises';
import type { NumberedChange } from '@bough/map';
import type { Page } from '@playwright/test';
import { Browser, cookiesOf } from '../bough/browser.ts';
import { personOf } from '../bough/record.ts';
import { Visitor } from '../bough/visitor.ts';

/** A step of a page that hangs is given up after this, and tried again. */
const PATIENCE_MS = 10_000;
/** From when everything runs again, the page says that all is saved within this. */
const SAVED_MS = 60_000;
/** How much of a page that is not as it should be is told. */
const SAID = 600;

/** Somebody in a real Chromium, with the page as people have it: types words into the map, one after the other, whatever happens. */
export class Typist {
  readonly #id: string;
  /** The address of the map. */
  readonly #address: string;
  readonly #browser: Browser;
  readonly #page: Page;
  /** What the page showed of what was typed: from then on it must not be lost. */
  readonly #shown: string[] = [];
  readonly #errors: string[] = [];
  #isOver = false;
  #going: Promise<void> = Promise.resolve();

  private constructor(
    { id, address }: { readonly id: string; readonly address: string },
    browser: Browser,
    page: Page,
  ) {
    this.#id = id;
    this.#address = address;
    this.#browser = browser;
    this.#page = page;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => this.#errors.push(error.message));
  }

  /** A guest comes by this link of this map. */
  static async come(url: string, map: string, secret: string): Promise<Typist> {
    const visitor = await Visitor.guest(url);
    await visitor.join(secret);
    const { cookie, csrf } = visitor;
    const browser = await Browser.open();
    await browser.context.addCookies(cookiesOf(visitor));
    const page = await browser.context.newPage();
    const address = `${url}/m/${map}`;
    await page.goto(address);
    await page.getByRole('treeitem').first().waitFor({ state: 'attached' });
    return new Typist({ id: await personOf(url, { cookie, csrf, map }), address }, browser, page);
  }

  /** How many words the page showed. */
  get words(): number {
    return this.#shown.length;
  }

  /** Types about so often until `rest`. */
  type(everyMs: number): void {
    this.#going = this.#go(everyMs);
  }

  rest(): void {
    this.#isOver = true;
  }

  /** S1, S18 of the page: what it showed is in the log as this person's. */
  problems(log: readonly NumberedChange[]): readonly string[] {
    return [
      ...(this.#shown.length === 0 ? ['Chromium: the page never showed a word that was typed'] : []),
      ...lostWords(this.#shown, log, this.#id),
      ...this.#errors.map((message) => `Chromium: the page failed: ${message}`),
    ];
  }

  /** L1 of the page: when everything runs again, it says that all is saved; answers what is wrong if it never does. */
  async converge(): Promise<readonly string[]> {
    await this.#going;
    const saved = this.#page.getByRole('banner').getByRole('status').filter({ hasText: 'Saved' });
    const isSaved = await saved.waitFor({ timeout: SAVED_MS }).then(
      () => true,
      () => false,
    );
    if (isSaved) return [];
    const says = await this.#page.locator('body').innerText().catch(String);
    return [`L1: Chromium: the page does not say that all is saved, but: ${says.slice(0, SAID).replaceAll('\n', ' ')}`];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#browser.close();
  }

  async #go(everyMs: number): Promise<void> {
    for (let n = 1; !this.#isOver; n++) {
      // While the map cannot be written the page does not take words, and shows none.
      await this.#add(`word${n}end`).catch(() => undefined);
      await this.#comeBack().catch(() => undefined);
      await sleep(everyMs);
    }
  }

  /**
   * Where the map cannot be written, or is another one from one key to the next, Tab goes on through the page, and Enter may lead away from
   * the map: a person comes back.
   */
  async #comeBack(): Promise<void> {
    if (!this.#page.url().startsWith(this.#address)) await this.#page.goto(this.#address);
  }

  /** A new branch of the root with this word. */
  async #add(word: string): Promise<void> {
    const page = this.#page;
    await page.getByRole('treeitem').first().dispatchEvent('click');
    await page.locator('textarea.bough-words').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: word, exact: true }).waitFor({ state: 'attached', timeout: 1_000 });
    this.#shown.push(word);
  }
}

/** The words that this person, who typed them one after the other, did not put into items. */
export function lostWords(words: readonly string[], log: readonly NumberedChange[], author: string): readonly string[] {
  const letters = log
    .filter((change) => change.author === author)
    .flatMap(({ ops }) => ops)
    .map((op) => (op.kind === 'splice' ? op.insert : op.kind === 'add' ? (op.fields.text ?? '') : ''))
    .join('');
  return words
    .filter((word) => !letters.includes(word))
    .map((word) => `S1: Chromium: "${word}" was shown by the page, and is not in the log`);
}
