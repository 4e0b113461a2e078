import type { Clock, PersonId } from '@bough/base';
import { type Mail, mailerRoutes } from '@bough/contracts';
import { type CallContext, type Caller, type ContextFacts, inContext, type OpenContext } from '@bough/service';
import { grantsAt } from '../../access/map-access.ts';
import type { AskRecord } from '../../metadata/asks/ask-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { DAY_MS } from '../../repeating.ts';
import { hashSecret } from '../../secrets/secrets.ts';

export interface AskMailParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}
type About = Extract<Mail, { readonly kind: 'sharing' }>['about'];

const AT_ONCE = 50;
const DEADLINE_MS = 10_000;

/**
 * Tells people by mail what was asked of them. What was asked is kept first and mailed after the answer, so that whoever asks learns
 * nothing by waiting; every gateway looks, and mailer knows by the key what it has.
 */
export class AskMails {
  readonly #parts: AskMailParts;
  readonly #publicUrl: string;

  constructor(parts: AskMailParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /** Mails what waits. What mailer does not take is tried again for a day. */
  async sendWaiting(): Promise<void> {
    const { metadata, clock, onTrouble } = this.#parts;
    for (const ask of await metadata.unmailedAsks(AT_ONCE)) {
      try {
        if (ask.at > clock.now() - DAY_MS) await this.#tell(ask);
        await metadata.setAskMailed(ask.id);
      } catch (error) {
        onTrouble(error);
      }
    }
  }

  /** Tells whoever asked for access that they have it. It is theirs also when that cannot be mailed. */
  async given(ask: AskRecord, by: PersonId, context: CallContext): Promise<void> {
    try {
      await this.#send({ ...ask, message: '' }, by, [ask.person], 'access-given', context);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #tell(ask: AskRecord): Promise<void> {
    const { metadata, clock, openContext } = this.#parts;
    const grants = grantsAt(await metadata.grantsOnMaps([ask.map]), clock.now());
    const owners = grants.filter(({ role }) => role === 'own').map(({ person }) => person);
    const isAnswered = ask.isRefused || grants.some(({ person }) => person === ask.person);
    if (ask.kind === 'access' && isAnswered) return;
    await inContext(openContext, { deadlineMs: DEADLINE_MS }, async (context) => {
      if (ask.kind === 'access') await this.#send(ask, ask.by, owners, 'access-asked', context);
      else await this.#send(ask, ask.by, [ask.person], 'ownership-asked', context);
    });
  }

  async #send(
    ask: AskRecord,
    by: PersonId,
    to: readonly PersonId[],
    about: About,
    context: CallContext,
  ): Promise<void> {
    const { metadata, mailer } = this.#parts;
    const [record, from] = await Promise.all([metadata.map(ask.map), metadata.person(by)]);
    if (record === null || record.trashedAt !== null || from === null) return;
    const link = new URL(`/m/${ask.map}`, this.#publicUrl).href;
    for (const { id, email } of await metadata.people(to)) {
      if (email === null) continue;
      const words = { from: from.name, title: record.title, message: ask.message };
      const mail = { kind: 'sharing', about, to: email, link, ...words } as const;
      const body = { key: hashSecret(`${about} ${ask.id} ${id}`), mail };
      await mailer.call(mailerRoutes.sendMail, { params: {}, body }, context);
    }
  }
}
