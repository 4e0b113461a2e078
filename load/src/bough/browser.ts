import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer } from '@bough/house/servers';
import { type BrowserContext, chromium, type Cookie } from '@playwright/test';
import type { Visitor } from './visitor.ts';

const VIEW = { width: 1280, height: 800 };

/** A Chromium that was never here, with a profile of its own. */
export class Browser {
  readonly context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  /** `inPage`, where given, runs in each of its pages, before anything of the page. */
  static async open(inPage: string | null = null): Promise<Browser> {
    const found = findServer('chromium');
    if (found.kind !== 'ready') throw new Error('There is no Chromium here; npm test installs one or says how.');
    const profile = await mkdtemp(join(tmpdir(), 'bough-browser-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: found.from,
      viewport: VIEW,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    if (inPage !== null) await context.addInitScript({ path: inPage });
    return new Browser(context, profile);
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.#profile, { recursive: true, force: true });
  }
}

/** What makes a browser the visitor's own. */
export function cookiesOf({ cookie, origin }: Visitor): Pick<Cookie, 'name' | 'value' | 'domain' | 'path'>[] {
  const { hostname } = new URL(origin);
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), domain: hostname, path: '/' };
  });
}
