import { type BlobStore, verifyLog } from '@bough/bloblog';
import { counted } from '../commands/command.ts';
import { eachNamed } from '../commands/each-document.ts';
import { compareRows } from './compare-rows.ts';
import type { Moving } from './move-document.ts';
import { BEFORE_ALL, documentsAfter, type OldDocument } from './old-place.ts';
import { refused } from './read-row.ts';

/**
 * Deletes the change rows of every document that both locations have whole, row for row; without `isSure` it says of how many. Answers the exit code: 1 when
 * rows of a document stay.
 */
export async function deleteRows(
  moving: Omit<Moving, 'second'> & { readonly second: BlobStore; readonly say: (line: string) => void },
  isSure: boolean,
): Promise<number> {
  const { place, say } = moving;
  let [done, rows] = [0, 0];
  const run = await eachNamed(
    documentsAfter(place, null),
    ({ name }) => name,
    (name, why) => say(`${name}: its rows stay: ${why}`),
    async (document) => {
      const upTo = await mustBeWhole(moving, document);
      if (upTo === 0) return;
      if (isSure) await place.removeChanges(document.name, upTo);
      done++;
      rows += upTo;
    },
  );
  const what = `the rows of ${counted(done, 'document')}, up to ${counted(rows, 'change')}`;
  if (isSure) say(`Deleted: ${what}. The row of each document stays: it says whose it was.`);
  else say(`Both locations have ${what}, each as its row says. --yes deletes these rows.`);
  return run.failed.length === 0 ? 0 : 1;
}

/** Up to which number every row that is left of the document is in both locations; 0 when none is left. */
async function mustBeWhole(
  { ports, place, first, second, pace }: Parameters<typeof deleteRows>[0],
  document: OldDocument,
): Promise<number> {
  const { map, name } = document;
  if (map === null) throw refused('it says no id that a map can have');
  const [left] = await place.changes(name, BEFORE_ALL, 1);
  if (left === undefined) return 0;
  const findings = await verifyLog(ports, { first, second }, map);
  const worst = findings.find(({ kind }) => kind !== 'orphan');
  if (worst !== undefined) throw refused(`${worst.where} location, ${worst.kind}: ${worst.detail}`);
  const compared = await compareRows({ ports, place, document, map, pace }, [
    ['first', first],
    ['second', second],
  ]);
  if (compared.rows > compared.log) throw refused(`it has changes there that have not moved: run move-rows again`);
  return compared.rows;
}
