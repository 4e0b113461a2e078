import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { SameBrowser } from './compare.ts';
import { galleryMaps } from './gallery.ts';

const MOST = 0.005;
const PATIENCE_MS = 240_000;

describeWith('chromium', (chromium) => {
  test(
    'each map of the gallery is the same picture on a canvas, as SVG, as PDF and as PNG; the browser measures words as the tables do',
    async () => {
      const browser = await SameBrowser.open(chromium().executable);
      try {
        const seen = [];
        for (const [name, map] of galleryMaps()) {
          const { svg, pdf, png, drift, ink, slack } = await browser.compare(map);
          expect(ink, name).toBeGreaterThan(0.01);
          expect(slack, name).toBeLessThan(0.5);
          const differ = { svg: svg <= MOST || svg, pdf: pdf <= MOST || pdf, png: png <= MOST || png };
          seen.push({ name, ...differ, drift: drift < 0.01 || drift });
        }
        expect(seen).toEqual(seen.map(({ name }) => ({ name, svg: true, pdf: true, png: true, drift: true })));
        expect(seen).toHaveLength(3);
      } finally {
        await browser.close();
      }
    },
    PATIENCE_MS,
  );
});
