import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MindMap } from '@bough/map';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import type { SameAnswer, SameRequest } from './same-page.ts';
import { Drawer } from './drawer.ts';
import { picturesOf } from './pictures.ts';

// A browser that paints maps and looks at their exports. It sees nothing but what is given to it here.

declare const window: { readonly compare: (request: SameRequest) => Promise<SameAnswer> };

const ORIGIN = 'http://same.test';
const SCALE = 2;
/** Longest edge of a canvas: of larger maps the scale is smaller. */
const LONGEST = 60_000;
/** As many pixels as the exporter gives a PNG at most. */
const MOST_PIXELS = 20_000_000;

interface Exported {
  readonly pdf: Uint8Array;
  readonly png: Uint8Array;
}

/** Paints and compares maps, one at a time. */
export class SameBrowser {
  readonly #browser: Browser;
  readonly #script: string;
  readonly #drawer = new Drawer();

  private constructor(browser: Browser, script: string) {
    this.#browser = browser;
    this.#script = script;
  }

  static async open(executablePath: string): Promise<SameBrowser> {
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const [browser, script] = await Promise.all([chromium.launch({ executablePath, args }), pageScript()]);
    return new SameBrowser(browser, script);
  }

  async compare(map: MindMap): Promise<SameAnswer> {
    const { files, pdf, ...pictures } = await picturesOf(map);
    const { width, height } = pictures.bounds;
    const scale = Math.min(SCALE, LONGEST / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
    const png = await this.#drawer.png(pictures.document, scale);
    const page = await this.#browser.newPage();
    try {
      await this.#serve(page, new Map([...files, ['emoji', await emojiFile()]]), { pdf, png });
      await page.goto(ORIGIN, { waitUntil: 'commit' });
      await page.addScriptTag({ url: '/page.mjs', type: 'module' });
      await page.waitForFunction(() => 'compare' in window);
      return await page.evaluate((request) => window.compare(request), { ...pictures, scale });
    } finally {
      await page.close();
    }
  }

  async close(): Promise<void> {
    this.#drawer.close();
    await this.#browser.close();
  }

  async #serve(page: Page, faces: ReadonlyMap<string, Buffer>, exported: Exported): Promise<void> {
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const face = faces.get(decodeURIComponent(pathname.replace('/faces/', '')));
      if (face !== undefined) await route.fulfill({ body: face, contentType: 'font/woff2' });
      else if (pathname === '/map.pdf')
        await route.fulfill({ body: Buffer.from(exported.pdf), contentType: 'application/pdf' });
      else if (pathname === '/map.png')
        await route.fulfill({ body: Buffer.from(exported.png), contentType: 'image/png' });
      else if (pathname === '/page.mjs') await route.fulfill({ body: this.#script, contentType: 'text/javascript' });
      else if (pathname === '/pdf.worker.mjs')
        await route.fulfill({ body: await workerFile(), contentType: 'text/javascript' });
      else await route.fulfill({ body: '<!doctype html><title>same</title>', contentType: 'text/html' });
    });
  }
}

const here = createRequire(import.meta.url);

async function workerFile(): Promise<Buffer> {
  return await readFile(here.resolve('pdfjs-dist/build/pdf.worker.mjs'));
}

async function emojiFile(): Promise<Buffer> {
  return await readFile(createRequire(here.resolve('@bough/paint-pdf')).resolve('twemoji-colr-font/twemoji.woff2'));
}

async function pageScript(): Promise<string> {
  const entry = fileURLToPath(new URL('../../page/same.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2023', lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  for (const output of Array.isArray(built) ? built : [built]) {
    if (!('output' in output)) continue;
    const chunk = output.output.find((one) => one.type === 'chunk');
    if (chunk?.type === 'chunk') return chunk.code;
  }
  throw new Error('the page was not built');
}
