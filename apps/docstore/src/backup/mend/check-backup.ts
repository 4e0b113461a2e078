import { inSentences } from '@bough/base';
import { type BlobStore, type LogPorts } from '@bough/bloblog';
import { readPartRows } from '@bough/service';
import { eachDocument } from '../../commands/each-document.ts';
import { findWrong } from '../write/back-up-document.ts';
import type { Manifest } from '../place/manifest.ts';
import { partLines } from '../place/part-objects.ts';

/** Reads everything that a backup names, and says what is wrong; answers how many things are. */
export async function checkBackup(
  { ports, place }: { readonly ports: LogPorts; readonly place: BlobStore },
  manifest: Manifest,
  say: (line: string) => void,
): Promise<number> {
  let wrong = 0;
  const found = (what: string): void => {
    wrong++;
    say(what);
  };
  const documents = new Map(manifest.documents.map((each) => [each.map, each]));
  const failed = (map: string, why: string): void => found(`${map}: ${why}`);
  await eachDocument(these([...documents.keys()]), failed, async (map) => {
    const document = documents.get(map);
    const worst = document === undefined ? null : await findWrong({ ports, place }, document);
    if (worst !== null) found(`${map}: ${worst}`);
  });
  for (const part of manifest.parts) {
    try {
      let rows = 0;
      for await (const row of readPartRows(part.end.end, partLines(ports, place, part))) if (row !== undefined) rows++;
      if (rows !== part.end.rows) found(`${part.end.end}: ${rows} records instead of ${part.end.rows}`);
    } catch (failure) {
      found(`${part.end.end}: ${inSentences(failure)}`);
    }
  }
  const has = new Set(manifest.documents.map(({ map }) => map));
  const known = new Set([...has, ...manifest.purged, ...manifest.unread.map(({ map }) => map)]);
  for (const map of manifest.parts.flatMap(({ end }) => end.maps)) {
    if (!known.has(map)) say(`${map} was removed forever while the backup was made: it is not restored.`);
  }
  return wrong;
}

async function* these(maps: readonly string[]): AsyncGenerator<string> {
  yield* maps;
}
