import { setTimeout as sleep } from 'node:timers/promises';
import { newItemId, orderBetween } from '@bough/map';
import type { Idea } from '../bough/artist.ts';
import { Visitor } from '../bough/visitor.ts';
import { openTab } from './tabs.ts';

// The exporter holds the files that were made last, up to 96 MB of them, for whoever fetches one again. What this crowd saves in hours does not fill
// that, and so the exporter would grow as long as anybody looks. So it is filled before anybody looks: with a map to which much is added, as it was after
// each change.

/** More than the exporter holds. */
const ENOUGH_BYTES = 110e6;
const CHANGES = 36;
/** Letters of a note; two of them are nearly as much as one change may be. */
const NOTE = 99_000;
const LONGEST_MS = 60_000;

/** Somebody saves a large map as it was at one moment after the other, until the exporter lets go of the first file for each new one; then the map goes. */
export async function fillRecentFiles(url: string): Promise<void> {
  const owner = await Visitor.guest(url);
  const map = await owner.makeMap('Large');
  await fillMap(url, owner, map);
  let bytes = 0;
  for (let at = CHANGES; at > 0 && bytes < ENOUGH_BYTES; at--) {
    bytes += (await (await owner.fetch('GET', `/api/maps/${map}/export/mm?at=${at}`)).arrayBuffer()).byteLength;
  }
  if (bytes < ENOUGH_BYTES) throw new Error(`the exporter's recent files are not full: these come to ${bytes} bytes`);
  await owner.ask('POST', `/api/maps/${map}/trash`);
  await owner.ask('DELETE', `/api/maps/${map}`);
}

async function fillMap(url: string, { cookie, csrf }: Visitor, map: string): Promise<void> {
  const tab = await openTab(url, { cookie, csrf, map }, 1);
  const fromMs = performance.now();
  try {
    for (let left = CHANGES; left > 0 || !tab.isDone;) {
      if (performance.now() - fromMs > LONGEST_MS) throw new Error('the changes of a large map are not kept');
      if (left > 0 && tab.isDone) {
        tab.draw(twoNotes);
        left--;
      }
      await sleep(10);
    }
  } finally {
    tab.stop();
  }
}

const twoNotes: Idea = (dice) =>
  [1, 2].map(() => ({
    kind: 'add' as const,
    id: newItemId(dice.ids),
    parent: null,
    order: orderBetween(null, null, dice.random),
    fields: { text: 'large', note: 'x'.repeat(NOTE) },
  }));
