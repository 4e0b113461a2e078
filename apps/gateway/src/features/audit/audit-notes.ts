import { isIPv4, isIPv6 } from 'node:net';
import { type Clock, Failure, type PersonId } from '@bough/base';
import type { AuditOutcome } from '@bough/contracts';
import type { Admitted, Asked, Handlers } from '../../http/handlers.ts';
import { type RateLimits, TooMany } from '../../limits/rate-limits.ts';
import type { PeopleStore } from '../../metadata/people/people-store.ts';
import { deviceName } from '../../http/device.ts';
import { AUDITED, type AuditRule } from './audited-routes.ts';
import type { AuditLog } from './audit-log.ts';
import type { About, AuditKind, NewEntry } from './entry.ts';
import { Floods } from './floods.ts';

/** Of a request: who asks, from where and with what. */
export type AuditAsked = Pick<Admitted, 'person' | 'network' | 'token'> & {
  readonly request: { readonly headers: { readonly 'user-agent'?: string | undefined } };
};
/** What is said beside the kind. */
export interface AuditSaid {
  readonly about?: About;
  /** Absent: who asks. */
  readonly person?: PersonId | null;
  readonly outcome?: AuditOutcome;
  readonly code?: string;
}
export interface AuditNotesParts {
  readonly log: Pick<AuditLog, 'add'>;
  readonly clock: Clock;
  readonly metadata: Pick<PeopleStore, 'person'>;
  readonly limits: RateLimits;
  readonly onTrouble: (error: unknown) => void;
}

/** Writes down what people ask the gateway for: by the table of routes, and where a route says more, by `note`. */
export class AuditNotes {
  readonly #parts: AuditNotesParts;
  readonly #floods: Floods;

  constructor(parts: AuditNotesParts) {
    this.#parts = parts;
    this.#floods = new Floods({ ...parts, write: (entry) => parts.log.add(entry) });
  }

  /** One entry of what was done; resolves when it is kept. */
  async note(asked: AuditAsked, what: AuditKind, said: AuditSaid = {}): Promise<void> {
    const { entry, isGuest } = await this.#entry(asked, what, said);
    // A link brings as many new guests as somebody likes to make.
    const isOfMany = entry.person === null || (isGuest && what === 'joined');
    const alike = `${what} done ${asked.network} ${JSON.stringify(said.about ?? {})}`;
    if (isOfMany) await this.#floods.add(entry, alike);
    else await this.#parts.log.add(entry);
  }

  /**
   * What was refused. Those alike are told together: `alike` says of what, so that no answer takes longer for an address that is known. Where
   * it cannot be kept, the refusal is still the answer.
   */
  async refused(asked: AuditAsked, what: AuditKind, said: AuditSaid, alike = ''): Promise<void> {
    const who = alike || (said.person ?? asked.person ?? 'nobody');
    try {
      const { entry } = await this.#entry(asked, what, { outcome: 'refused', ...said });
      await this.#floods.add(entry, `${what} ${entry.outcome} ${entry.code} ${asked.network} ${who}`);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  /** The handlers, each of which leaves what the table says before its answer leaves. */
  around(handlers: Handlers): Handlers {
    const all = Object.entries(handlers).map(([name, handler]) => {
      // The tables of routes and rules have one type; walking over them forgets which is which.
      const rule = AUDITED[name as keyof Handlers] as AuditRule | null;
      return [name, rule === null ? handler : this.#audited(rule, handler as AnyHandler)] as const;
    });
    return Object.fromEntries(all) as unknown as Handlers;
  }

  /** Tells what was only counted so far. */
  async flush(): Promise<void> {
    await this.#floods.flush();
  }

  #audited(rule: AuditRule, handler: AnyHandler): AnyHandler {
    return async (asked) => {
      if (asked.person !== null && rule.isAlways !== true) {
        this.#parts.limits.mustTake('audited by person', asked.person);
      }
      let answer: unknown;
      try {
        answer = await handler(asked);
      } catch (failure) {
        await this.#failed(rule, asked, failure);
        throw failure;
      }
      // Signing out where nobody was signed in.
      if (asked.person === null && rule.isAlways === true) return answer;
      const about = rule.about?.(asked.params, asked.body, answer) ?? {};
      const who = rule.who === undefined ? {} : { person: rule.who(answer) };
      // Nobody has come in yet: there is a second step, which tells of itself.
      if (who.person === null) return answer;
      await this.note(asked, rule.what, { about, ...who });
      return answer;
    };
  }

  async #failed(rule: AuditRule, asked: AnyAsked, failure: unknown): Promise<void> {
    const { what, about, tellsRefusals, tellsFailures, isToldByItself } = rule;
    if (failure instanceof Failure && (NO_ATTEMPT.has(failure.code) || failure.code === isToldByItself)) return;
    const isRefused = failure instanceof TooMany || (failure instanceof Failure && REFUSALS.has(failure.kind));
    if (isRefused ? tellsRefusals !== true : tellsFailures !== true) return;
    const code = failure instanceof Failure ? failure.code : 'unknown';
    // Of a failure there is no answer to tell about: rules that tell failures look at what was asked alone.
    const said = isRefused ? {} : { about: about?.(asked.params, asked.body, undefined) ?? {} };
    await this.refused(asked, what, { outcome: isRefused ? 'refused' : 'failed', code, ...said });
  }

  async #entry(asked: AuditAsked, what: AuditKind, said: AuditSaid): Promise<{ entry: NewEntry; isGuest: boolean }> {
    const { about = {}, outcome = 'done', code = null } = said;
    const person = said.person === undefined ? asked.person : said.person;
    const known = person === null ? null : await this.#parts.metadata.person(person);
    const entry: NewEntry = {
      what,
      person,
      // Of an account that was just deleted the id alone stays.
      name: known?.name ?? null,
      via: asked.token === undefined ? 'page' : 'api',
      outcome,
      code,
      about: asked.token === undefined ? about : { token: asked.token, ...about },
      network: truncated(asked.network),
      browser: deviceName(asked.request.headers['user-agent']),
      count: 1,
    };
    return { entry, isGuest: known?.email === null };
  }
}

type AnyAsked = Asked<unknown, unknown>;
type AnyHandler = (asked: AnyAsked) => Promise<unknown>;

const REFUSALS: ReadonlySet<string> = new Set(['denied', 'invalid', 'absent', 'conflict']);
/** Somebody who chose badly, or was asked for a proof, tried nothing. */
const NO_ATTEMPT: ReadonlySet<string> = new Set(['gateway/weak-password', 'gateway/unproved']);

/** As much of a network address as an entry has: the /24, or the /48 of IPv6. */
export function truncated(network: string): string | null {
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = network.split('::/64');
  const groups = head.split(':').slice(0, 3);
  return groups.length === 3 && isIPv6(`${groups.join(':')}::`) ? `${groups.join(':')}::/48` : null;
}
