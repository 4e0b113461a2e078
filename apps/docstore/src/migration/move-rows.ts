import { inSentences } from '@bough/base';
import { eachNamed } from '../commands/each-document.ts';
import { counted } from '../commands/command.ts';
import { costLines, type Traffic } from './cost.ts';
import { Ledger, type Tally } from './ledger.ts';
import { lookBack, type LookedBack } from './look-back.ts';
import { isOfNow, type Moved, moveDocument, type Moving } from './move-document.ts';
import { documentsAfter, type OldDocument } from './old-place.ts';

/** What moving all documents needs besides what one needs. */
export interface MovingAll extends Moving {
  readonly say: (line: string) => void;
  /** What storage was asked so far by this process. */
  readonly traffic: () => Traffic;
}

/** Documents between two writes of the ledger: so many are compared again by whoever starts after a kill. */
const KEPT_EVERY = 100;

/** One document on its way; null: it has not come to an end. */
interface Turn {
  readonly document: OldDocument;
  ended: Moved | string | null;
}

/**
 * Moves every document that the last run has not moved, and says what it came to, over all runs of this move. One whose rows are no document is left in the
 * old place and named. Answers the exit code: 0 when every document has moved.
 */
export async function moveRows(moving: MovingAll): Promise<number> {
  const { place, first, say } = moving;
  const ledger = await Ledger.open(first);
  const { after } = ledger.tally;
  say(
    after === null
      ? 'Moving all documents.'
      : `Going on behind ${after}: ${counted(ledger.tally.documents, 'document')} moved before.`,
  );
  const line = new Line(ledger, moving.traffic);
  const turns = async function* (): AsyncGenerator<Turn> {
    for await (const document of documentsAfter(place, after)) {
      if (line.isBroken) return;
      yield line.begin(document);
    }
  };
  const run = await eachNamed(
    turns(),
    ({ document }) => document.name,
    (name, why) => say(`${name}: stays where it is: ${why}`),
    async (turn) => {
      try {
        turn.ended = await moveDocument(moving, turn.document);
      } catch (failure) {
        if (!isOfNow(failure)) turn.ended = inSentences(failure);
        throw failure;
      } finally {
        await line.keep();
      }
    },
  );
  const isOver = await line.end(async (tally) =>
    after === null ? { tally, isThrough: true } : await lookBack(moving, tally, after),
  );
  await sayResult(moving, ledger.tally, isOver);
  if (!isOver) say('Some were not reached, or were written to meanwhile: start it again, it goes on where it stopped.');
  return isOver && run.failed.length === 0 && ledger.tally.left.length === 0 ? 0 : 1;
}

/** Documents in their order: the ledger advances over those that have ended, up to the first that has not. */
class Line {
  readonly #ledger: Ledger;
  readonly #traffic: () => Traffic;
  readonly #turns: Turn[] = [];
  #tally: Tally;
  #sinceKept = 0;
  #keeping: Promise<void> = Promise.resolve();
  #before: Traffic;
  #trouble: Error | null = null;

  constructor(ledger: Ledger, traffic: () => Traffic) {
    this.#ledger = ledger;
    this.#traffic = traffic;
    this.#tally = ledger.tally;
    this.#before = traffic();
  }

  /** Whether nothing can be written down any more: then no other document is begun. */
  get isBroken(): boolean {
    return this.#trouble !== null;
  }

  begin(document: OldDocument): Turn {
    const turn: Turn = { document, ended: null };
    this.#turns.push(turn);
    return turn;
  }

  /** Writes down how far all have come, when that is far enough. */
  async keep(): Promise<void> {
    this.#advance();
    if (this.#sinceKept < KEPT_EVERY) return;
    await this.#write(false);
  }

  /** Once every document came to an end, looks back at what earlier runs dealt with, and writes that down; answers whether there is nothing left to look at. */
  async end(looking: (tally: Tally) => Promise<LookedBack>): Promise<boolean> {
    this.#advance();
    const isAtEnd = this.#turns.length === 0 && !this.isBroken;
    const { tally, isThrough } = isAtEnd ? await looking(this.#tally) : { tally: this.#tally, isThrough: false };
    this.#tally = tally;
    await this.#write(isThrough);
    if (this.#trouble !== null) throw this.#trouble;
    return isThrough;
  }

  #advance(): void {
    for (let turn = this.#turns[0]; turn !== undefined && turn.ended !== null; turn = this.#turns[0]) {
      this.#turns.shift();
      this.#tally = withTurn(this.#tally, turn.document, turn.ended);
      this.#sinceKept++;
    }
  }

  #write(isOver: boolean): Promise<void> {
    this.#sinceKept = 0;
    this.#keeping = this.#keeping.then(async () => {
      const now = this.#traffic();
      const [writes, reads] = [now.writes - this.#before.writes, now.reads - this.#before.reads];
      this.#before = now;
      this.#tally = { ...this.#tally, writes: this.#tally.writes + writes, reads: this.#tally.reads + reads };
      try {
        await this.#ledger.keep(this.#tally, isOver);
      } catch (trouble) {
        this.#trouble = trouble instanceof Error ? trouble : new Error(String(trouble));
      }
    });
    return this.#keeping;
  }
}

function withTurn(tally: Tally, { name }: OldDocument, ended: Moved | string): Tally {
  const next = { ...tally, after: name };
  if (typeof ended === 'string') return { ...next, left: [...tally.left, { name, why: ended }] };
  if (ended.kind === 'purged') return { ...next, purged: tally.purged + 1 };
  return { ...next, documents: tally.documents + 1, changes: tally.changes + ended.changes };
}

async function sayResult({ place, first, second, say }: MovingAll, tally: Tally, isOver: boolean): Promise<void> {
  const where = second === null ? 'the only location' : 'both locations';
  say(
    `${counted(tally.documents, 'document')} with ${counted(tally.changes, 'change')} moved, each change read back from ${where} and compared with its row.`,
  );
  if (tally.purged > 0)
    say(`${counted(tally.purged, 'document')} left alone that had been removed forever from Bough.`);
  if (tally.left.length > 0) say(`${counted(tally.left.length, 'document')} left in the old place:`);
  for (const { name, why } of tally.left) say(`  ${name}: ${why}`);
  if (!isOver) return;
  const size = await place.size().catch((failure: unknown) => {
    say(`What it cost before is not known. ${inSentences(failure)}`);
    return null;
  });
  if (size === null) return;
  const strays = size.changes - tally.changes;
  if (tally.left.length === 0 && tally.purged === 0 && strays > 0)
    say(
      `About ${counted(strays, 'row')} there belong to no document that is listed, or have no number from 1: they were not moved.`,
    );
  for (const line of await costLines(size, tally, [first, ...(second === null ? [] : [second])])) say(line);
}
