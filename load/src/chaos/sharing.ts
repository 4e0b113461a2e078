import { personOf } from '../bough/record.ts';
import { Refused, Visitor } from '../bough/visitor.ts';

/** Somebody whom an owner let in, and whether they were sent away again; only what was answered is kept here. */
interface Guest {
  readonly visitor: Visitor;
  readonly id: string;
  isAway: boolean;
}

/** One owner lets people in by links and sends every other one away; at the end each has the access that was last answered. */
export class Sharing {
  readonly #owner: Visitor;
  readonly #map: string;
  readonly #guests: Guest[] = [];

  constructor(owner: Visitor, map: string) {
    this.#owner = owner;
    this.#map = map;
  }

  /** How many were let in, and how many of them were sent away. */
  get counts(): { readonly letIn: number; readonly sentAway: number } {
    return { letIn: this.#guests.length, sentAway: this.#guests.filter(({ isAway }) => isAway).length };
  }

  /** Lets one more in, and sends another one away now and then; throws where something is not answered, and may be called again. */
  async step(): Promise<void> {
    const [first, ...more] = this.#guests.filter(({ isAway }) => !isAway);
    if (first !== undefined && more.length > 0) {
      await this.#owner.ask('DELETE', `/api/maps/${this.#map}/members/${first.id}`);
      first.isAway = true;
    }
    const secret = await this.#owner.makeLink(this.#map);
    const visitor = await Visitor.guest(this.#owner.origin);
    await visitor.join(secret);
    const { cookie, csrf } = visitor;
    const id = await personOf(visitor.origin, { cookie, csrf, map: this.#map });
    this.#guests.push({ visitor, id, isAway: false });
  }

  /** Where access is another than was answered. */
  async problems(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { visitor, id, isAway } of this.#guests) {
      const status = await statusOf(() => visitor.fetch('GET', `/api/maps/${this.#map}/document`));
      if (isAway && ![403, 404].includes(status)) found.push(`S13: ${id} was sent away and is answered ${status}`);
      if (!isAway && status !== 200) found.push(`S21: ${id} was let in and is answered ${status}`);
    }
    return found;
  }
}

async function statusOf(asking: () => Promise<Response>): Promise<number> {
  try {
    const answer = await asking();
    await answer.arrayBuffer();
    return answer.status;
  } catch (failure) {
    if (failure instanceof Refused) return failure.status;
    throw failure;
  }
}
