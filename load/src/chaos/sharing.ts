import { personOf } from '../bough/record.ts';
import { Refused, Visitor } from '../bough/visitor.ts';

/** Somebody whom an owner let in. */
export interface LetIn {
  readonly visitor: Pick<Visitor, 'fetch'>;
  readonly id: string;
}

/** Whether they were sent away again, as it was answered: `going` was asked and not answered, so that they may be away or not. */
interface Guest extends LetIn {
  stands: 'in' | 'going' | 'away';
}

/** One owner lets people in by links and sends every other one away; at the end each has the access that was last answered. */
export class Sharing {
  readonly #owner: Pick<Visitor, 'ask'>;
  readonly #map: string;
  readonly #letIn: () => Promise<LetIn>;
  readonly #guests: Guest[] = [];

  constructor(owner: Pick<Visitor, 'ask'>, map: string, letIn: () => Promise<LetIn>) {
    this.#owner = owner;
    this.#map = map;
    this.#letIn = letIn;
  }

  /** How many were let in, and how many of them were sent away. */
  get counts(): { readonly letIn: number; readonly sentAway: number } {
    return { letIn: this.#guests.length, sentAway: this.#guests.filter(({ stands }) => stands === 'away').length };
  }

  /** Lets one more in, and sends another one away now and then; throws where something is not answered, and may be called again. */
  async step(): Promise<void> {
    const [first, ...more] = this.#guests.filter(({ stands }) => stands !== 'away');
    if (first !== undefined && more.length > 0) await this.#sendAway(first);
    this.#guests.push({ ...(await this.#letIn()), stands: 'in' });
  }

  async #sendAway(guest: Guest): Promise<void> {
    guest.stands = 'going';
    await this.#owner.ask('DELETE', `/api/maps/${this.#map}/members/${guest.id}`);
    guest.stands = 'away';
  }

  /** Where access is another than was answered; what was not answered is asked again before, now that all is well. */
  async problems(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const guest of this.#guests) if (guest.stands === 'going') await this.#sendAway(guest);
    for (const { visitor, id, stands } of this.#guests) {
      const isAway = stands === 'away';
      const status = await statusOf(() => visitor.fetch('GET', `/api/maps/${this.#map}/document`));
      if (isAway && ![403, 404].includes(status)) found.push(`S13: ${id} was sent away and is answered ${status}`);
      if (!isAway && status !== 200) found.push(`S21: ${id} was let in and is answered ${status}`);
    }
    return found;
  }
}

/** Lets somebody in whom nobody knows, by a link of their own. */
export async function letInByLink(owner: Visitor, map: string): Promise<LetIn & { readonly visitor: Visitor }> {
  const secret = await owner.makeLink(map);
  const visitor = await Visitor.guest(owner.origin);
  await visitor.join(secret);
  const { cookie, csrf } = visitor;
  return { visitor, id: await personOf(visitor.origin, { cookie, csrf, map }) };
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
