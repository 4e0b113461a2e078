import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findServer } from '@bough/house/servers';
import { mapOf, readFile } from '@bough/formats';
import type { MindMap } from '@bough/map';
import { SameBrowser } from './compare.ts';
import { galleryMaps, makingOf } from './gallery.ts';

// npm run same -- FOLDER [PICTURES]: paints every mind map below the folder on a canvas, as SVG, PDF and PNG, in a real browser, and tells
// which part of the pixels differs. Without a folder, or for `gallery`: the gallery. Exit code 1 when one differs in more than 0.5 %; PICTURES takes the pictures
// of those that do.

const MOST = 0.005;
/** In pixels of the map. */
const MOST_SLACK = 0.5;
/** Larger ones would be dust at the size that a browser can paint. */
const MOST_ITEMS = 3_000;

async function main(folder: string | undefined, pictures: string | undefined): Promise<number> {
  const chromium = findServer('chromium');
  if (chromium.kind === 'missing') {
    process.stderr.write(`${chromium.why} ${chromium.howTo}\n`);
    return 2;
  }
  const browser = await SameBrowser.open(chromium.from);
  let bad = 0;
  let wide = 0;
  try {
    for (const [name, map] of folder === undefined || folder === 'gallery'
      ? galleryMaps()
      : mapsBelow(resolve(folder))) {
      const { svg, pdf, png, drift, slack, slackIn, pictures: taken } = await browser.compare(map);
      const isDrawn = svg <= MOST && pdf <= MOST && png <= MOST && drift < 0.01;
      const isSame = isDrawn && slack < MOST_SLACK;
      if (!isDrawn) bad++;
      else if (!isSame) wide++;
      process.stdout.write(
        `${isSame ? 'same   ' : isDrawn ? 'WIDTHS ' : 'DIFFERS'} ${name.padEnd(56)} svg ${percent(svg)}  pdf ${percent(pdf)}  png ${percent(png)}  widths ${slack.toFixed(2)} px${slack < MOST_SLACK ? '' : ` in ${JSON.stringify(slackIn)}`}${drift < 0.01 ? '' : `, edges ${drift.toFixed(2)} px`}\n`,
      );
      if (pictures !== undefined && !isSame) save(pictures, name, taken);
    }
  } finally {
    await browser.close();
  }
  process.stdout.write(
    `\n${bad} differ in more than ${percent(MOST)} of their pixels, ${wide} in how wide a browser finds a word.\n`,
  );
  return bad + wide === 0 ? 0 : 1;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)} %`;
}

function* mapsBelow(root: string): Generator<readonly [string, MindMap]> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const file of entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    if (statSync(file).size > 20_000_000) continue;
    const read = readFile(file, readFileSync(file));
    const map = read.ok ? mapOf(read.value.draft, makingOf(1)) : null;
    if (map?.ok !== true || map.value.items.size === 0 || map.value.items.size > MOST_ITEMS) continue;
    yield [relative(root, file), map.value];
  }
}

function save(folder: string, name: string, pictures: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [kind, address] of Object.entries(pictures)) {
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    writeFileSync(join(folder, `${name.replaceAll(/[^\w.-]/g, '_')}.${kind}.png`), bytes);
  }
}

process.exitCode = await main(process.argv[2], process.argv[3]);
