import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { readPng } from './png.ts';

// How a browser draws, apart from what Bough shows: another version, system or setting may smooth letters and edges otherwise. A card of
// such things is drawn, and what comes of it has a name. Its letters are those of the page, so it does not matter which faces a machine has.

/** What makes pictures. */
export interface Renderer {
  /** For people: the browser and the system. */
  readonly name: string;
  /** The same where a card comes out the same, dot by dot. */
  readonly drawing: string;
}

const CARD = { width: 480, height: 360 };
const FACE = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const WORDS = 'Hamburgefonstiv 0123456789 (Ag)';

export async function rendererOf(browser: Browser): Promise<Renderer> {
  const context = await browser.newContext({ viewport: CARD, deviceScaleFactor: 1, colorScheme: 'light' });
  try {
    const page = await context.newPage();
    await page.setContent(cardWith(readFileSync(FACE).toString('base64')));
    await page.evaluate(async () => await document.fonts.load('16px Card'));
    const { dots } = readPng(await page.screenshot());
    const drawing = createHash('sha256').update(dots).digest('hex').slice(0, 12);
    return { name: `Chromium ${browser.version()} on ${platform()} ${arch()}`, drawing };
  } finally {
    await context.close();
  }
}

function cardWith(face: string): string {
  const lines = [13, 14, 15, 17, 22].map(
    (size) =>
      `<p style="font-size:${size}px;font-weight:${size < 15 ? 400 : 550};${size % 2 === 0 ? 'background:#1c1f26;color:#ecebe8' : ''}">${WORDS}</p>`,
  );
  return `<!doctype html><style>
@font-face { font-family: Card; src: url(data:font/woff2;base64,${face}) format('woff2'); font-weight: 100 900; }
body { margin: 8px; background: #fbfaf8; color: #22262e; font-family: Card; }
p { margin: 0 0 4px; }
b { display: inline-block; width: 90px; height: 40px; margin: 12px; border: 1px solid #c9c6bf; border-radius: 12px; background: linear-gradient(#fff, #e8efe9); box-shadow: 0 4px 12px #0003; }
</style>${lines.join('')}<b></b><b style="border-radius: 50%; rotate: 7deg"></b>
<svg width="120" height="60" fill="none" stroke="#3b7a57" stroke-width="1.5" stroke-linecap="round"><path d="M4 50C40 50 40 8 110 8M12 12l20 20m0-20-20 20"/><circle cx="70" cy="42" r="10"/></svg>
<canvas width="200" height="60"></canvas><script>
const on = document.querySelector('canvas').getContext('2d');
on.fillStyle = '#c2593f'; on.beginPath(); on.moveTo(2, 40); on.bezierCurveTo(60, 40, 60, 10, 190, 10); on.lineTo(190, 12.5); on.bezierCurveTo(64, 14, 64, 46, 2, 48); on.fill();
</script>`;
}
