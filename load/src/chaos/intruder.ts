import { isAboutComments, type NumberedChange } from '@bough/map';
import { platformIds } from '@bough/service';
import { personOf } from '../bough/record.ts';
import { Visitor } from '../bough/visitor.ts';
import { isAnswer, Line } from './line.ts';

/** What is said to a client whose counters leave some out. */
const JUMP = /does not follow/;

/** People whom links let in, and who do what no page does: greet under somebody else's client id, and change what they may only comment on. */
export class Intruders {
  readonly #owner: Visitor;
  readonly #map: string;
  /** The client ids of those who draw. */
  readonly #clients: () => readonly string[];
  readonly #commenters = new Set<string>();
  readonly #jumps: string[] = [];
  #count = 0;
  #isOver = false;

  constructor(owner: Visitor, map: string, clients: () => readonly string[]) {
    this.#owner = owner;
    this.#map = map;
    this.#clients = clients;
  }

  /** One more comes, says one thing and goes; throws where something is not answered. */
  async step(): Promise<void> {
    if (this.#isOver) return;
    const isCommenter = this.#count++ % 2 === 0;
    const clients = this.#clients();
    const theirs = clients[Math.floor(this.#count / 2) % clients.length] ?? platformIds.short();
    const secret = await this.#owner.makeLink(this.#map, isCommenter ? 'comment' : 'edit');
    const visitor = await Visitor.guest(this.#owner.origin);
    await visitor.join(secret);
    const { origin, cookie, csrf } = visitor;
    if (isCommenter) this.#commenters.add(await personOf(origin, { cookie, csrf, map: this.#map }));
    const id = platformIds.short();
    const edit = { kind: 'add', id, parent: null, order: 'a0', fields: { text: 'Not mine to write' } };
    const message = { kind: 'message', id, text: 'Under a name' };
    const bye = await say(visitor, this.#map, {
      client: isCommenter ? platformIds.short() : theirs,
      ops: isCommenter ? [edit, message] : [message],
    });
    if (bye !== null && JUMP.test(bye)) this.#jumps.push(`S3: what was counted one by one is taken for a jump: ${bye}`);
  }

  /** Nobody comes any more. */
  rest(): void {
    this.#isOver = true;
  }

  /** S3, S13: nobody changes what they may only comment on, and what is denied to them is counted. */
  problems(log: readonly NumberedChange[]): readonly string[] {
    return [...this.#jumps, ...overstepped(log, this.#commenters)];
  }
}

/** What people who may only comment did beyond that. */
export function overstepped(log: readonly NumberedChange[], commenters: ReadonlySet<string>): readonly string[] {
  return log
    .filter(({ author, ops }) => commenters.has(author) && !ops.every(isAboutComments))
    .map(({ seq, author }) => `S13: ${author} may only comment, and change ${seq} of theirs is none`);
}

/** Greets as that client, submits a change of each op, and leaves when the last is in the map or refused; answers why it was sent away, if it was. */
async function say(
  visitor: Visitor,
  map: string,
  { client, ops }: { readonly client: string; readonly ops: readonly unknown[] },
): Promise<string | null> {
  const line = await Line.open(visitor, map, { client });
  const welcome = await line.welcome();
  if (welcome !== null) {
    const { person } = welcome;
    const counter = line.submit(welcome.counter + 1, ops);
    await line.heard((frame) => isAnswer(frame, { person, counter }));
  }
  line.close();
  return line.bye;
}
