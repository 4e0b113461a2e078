import { inSentences } from '@bough/base';
import { readChanges, readHead } from '@bough/bloblog';
import { changeCodec } from '../changes/change-codec.ts';
import { eachNamed } from '../commands/each-document.ts';
import type { Tally } from './ledger.ts';
import { isOfNow, moveDocument, type Moving } from './move-document.ts';
import { documentsAfter, type OldDocument } from './old-place.ts';
import { clientOf } from './read-row.ts';

// A run that goes on where another stopped begins behind what that one dealt with, and the old program may have been in use since. So at its end it looks back,
// cheaply: at the end of each document there, not at all of its rows.

/** `isThrough`: every document was looked at. */
export interface LookedBack {
  readonly tally: Tally;
  readonly isThrough: boolean;
}

/** Brings what came since to the documents up to this name, new documents among them, and those that were left and are corrected by now. */
export async function lookBack(
  moving: Moving & { readonly say: (line: string) => void },
  before: Tally,
  upTo: string,
): Promise<LookedBack> {
  const { place, say } = moving;
  const documents = async function* (): AsyncGenerator<OldDocument> {
    for await (const document of documentsAfter(place, null)) {
      yield document;
      if (document.name === upTo) return;
    }
  };
  let [tally, isThrough] = [before, true];
  await eachNamed(
    documents(),
    ({ name }) => name,
    (name, why) => say(`${name}: stays where it is: ${why}`),
    async (document) => {
      const { name } = document;
      const wasLeft = before.left.some((left) => left.name === name);
      let counted: number | null = null;
      try {
        const moved = wasLeft ? null : await movedBefore(moving, document);
        if (moved === 'all') return;
        counted = moved;
        const now = await moveDocument(moving, document);
        if (now.kind === 'purged' || (now.kind === 'there' && !wasLeft)) return;
        tally = withCount(without(tally, name, counted), 1, now.changes);
      } catch (failure) {
        if (isOfNow(failure)) isThrough = false;
        else {
          const rest = without(tally, name, counted);
          tally = { ...rest, left: [...rest.left, { name, why: inSentences(failure) }] };
        }
        throw failure;
      }
    },
  ).catch((failure: unknown) => {
    if (!isOfNow(failure)) throw failure;
    // What was brought until then is counted all the same.
    say(inSentences(failure));
    isThrough = false;
  });
  return { tally, isThrough };
}

/** The tally as if this document had not been dealt with. */
function without(tally: Tally, name: string, counted: number | null): Tally {
  const left = tally.left.filter((each) => each.name !== name);
  return { ...withCount(tally, counted === null ? 0 : -1, -(counted ?? 0)), left };
}

function withCount(tally: Tally, documents: number, changes: number): Tally {
  return { ...tally, documents: tally.documents + documents, changes: Math.max(0, tally.changes + changes) };
}

/** How many changes of it an earlier run moved, where there may be more by now; null: none. `all`: nothing came since. */
async function movedBefore(
  { ports, place, first }: Moving,
  { name, map }: OldDocument,
): Promise<number | 'all' | null> {
  if (map === null) return null;
  const source = { ports, store: first, codec: changeCodec };
  const head = (await readHead(source, map))?.head;
  if (head === undefined || head.seq === 0) return null;
  const [last] = await readChanges(source, head, head.seq, head.seq);
  // Once somebody has written in it here, its number says nothing about the rows: each is compared.
  if (last?.client !== clientOf(map)) {
    const all = await readChanges(source, head, 1, head.seq);
    return all.filter(({ client }) => client === clientOf(map)).length;
  }
  return (await place.changes(name, head.seq, 1)).length === 0 ? 'all' : head.seq;
}
