import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { Bough } from '../bough.ts';
import { keepStill } from './still-page.ts';

/** The same whatever the browser's version. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** How a picture is taken. */
export interface View {
  readonly scheme: 'light' | 'dark';
  readonly width: 1280 | 390;
  readonly language: 'en' | 'de';
}

/** What a browser keeps of somebody: cookies, and what the page stores. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A Bough whose clock stands where it is put, and browsers whose people have the same clock. */
export class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bough-pictures-'));
  readonly #browser: Browser;
  #bough: Bough | null = null;
  #moment = 0;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  get site(): string {
    if (this.#bough === null) throw new Error('it was not begun');
    return this.#bough.url;
  }

  get moment(): number {
    return this.#moment;
  }

  async begin(moment: string): Promise<void> {
    this.setClock(moment);
    const clock = fileURLToPath(new URL('still-clock.ts', import.meta.url));
    this.#bough = new Bough(await freePort(), {
      BOUGH_LIMITS_FACTOR: '50',
      PICTURES_CLOCK: this.#clockFile,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${clock}`,
    });
    await this.#bough.start();
  }

  /** From now on it is this moment, for the services and for pages that are opened later. */
  setClock(moment: string | number): void {
    this.#moment = typeof moment === 'number' ? moment : Date.parse(moment);
    // Never half written.
    writeFileSync(`${this.#clockFile}.new`, String(this.#moment));
    renameSync(`${this.#clockFile}.new`, this.#clockFile);
  }

  /** A browser of somebody, for making what is photographed: `name` seeds its random numbers. */
  async person(name: string, kept?: Kept): Promise<BrowserContext> {
    return await this.#context(name, kept, { viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  }

  /** A browser of somebody, for taking pictures. */
  async glass(name: string, kept: Kept | undefined, { scheme, width, language }: View): Promise<BrowserContext> {
    const isPhone = width === 390;
    return await this.#context(`${name} looks`, kept, {
      viewport: { width, height: isPhone ? 844 : 800 },
      colorScheme: scheme,
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
    });
  }

  async end(): Promise<void> {
    await this.#bough?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #clockFile(): string {
    return join(this.#folder, 'clock');
  }

  async #context(name: string, kept: Kept | undefined, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      ...options,
      ...(kept === undefined ? {} : { storageState: kept }),
      deviceScaleFactor: 1,
      timezoneId: 'UTC',
      // It is on the screen of the account.
      userAgent: USER_AGENT,
      reducedMotion: 'reduce',
    });
    await keepStill(context, name, this.#moment);
    return context;
  }
}
