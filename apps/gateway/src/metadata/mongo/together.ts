import type { Binary, Collection, Document, Filter } from 'mongodb';
import { asked } from './asking.ts';
import { idOf } from './binary.ts';

/** Asks several questions as one, or writes several things; answers with what tells the answer to each of them. */
export type AskTogether<Q, A> = (questions: readonly Q[]) => Promise<(question: Q) => A>;

const UNDER_WAY = 2;
const MOST_TOGETHER = 100;
/** One that takes longer than this hangs, and holds up nobody. */
const HANGS_MS = 1_000;
/** A list of records is a question for itself. */
const FEW = 8;

interface Waiting<Q, A> {
  readonly question: Q;
  readonly answer: PromiseWithResolvers<A>;
}

/**
 * Questions of one kind, of which those that would wait anyway go together: alone, each is asked at once; where many come, as after a
 * restart, the database is asked once for a hundred of them. None is answered by what was asked before it came.
 */
export class Together<Q, A> {
  readonly #ask: AskTogether<Q, A>;
  readonly #hangsMs: number;
  #underWay = 0;
  #waiting: Waiting<Q, A>[] = [];

  constructor(ask: AskTogether<Q, A>, hangsMs = HANGS_MS) {
    this.#ask = ask;
    this.#hangsMs = hangsMs;
  }

  async of(question: Q): Promise<A> {
    const answer = Promise.withResolvers<A>();
    this.#waiting.push({ question, answer });
    if (this.#underWay < UNDER_WAY) void this.#next();
    return await answer.promise;
  }

  async #next(): Promise<void> {
    const these = this.#waiting.splice(0, MOST_TOGETHER);
    if (these.length === 0) return;
    this.#underWay++;
    let isUnderWay = true;
    const over = (): void => {
      if (!isUnderWay) return;
      isUnderWay = false;
      this.#underWay--;
      void this.#next();
    };
    const hangs = setTimeout(over, this.#hangsMs);
    try {
      const answerTo = await this.#ask(these.map(({ question }) => question));
      for (const { question, answer } of these) answer.resolve(answerTo(question));
    } catch (error) {
      for (const { answer } of these) answer.reject(error);
    }
    clearTimeout(hangs);
    over();
  }
}

/** The records of a collection under these ids, those that there are. */
export function foundById<D extends Document & { readonly _id: Binary }>(
  all: Collection<D>,
): (ids: readonly Binary[]) => Promise<readonly D[]> {
  const find = async (ids: readonly Binary[]): Promise<readonly D[]> =>
    (await asked(() => all.find({ _id: { $in: ids } } as Filter<D>).toArray())) as D[];
  const together = new Together<readonly Binary[], readonly D[]>(async (questions) => {
    const byId = new Map((await find(questions.flat())).map((doc) => [idOf(doc._id), doc]));
    return (ids) => [...new Set(ids.map(idOf))].flatMap((id) => byId.get(id) ?? []);
  });
  return async (ids) => {
    if (ids.length === 0) return [];
    return await (ids.length > FEW ? find(ids) : together.of(ids));
  };
}
