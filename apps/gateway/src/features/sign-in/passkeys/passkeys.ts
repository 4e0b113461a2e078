import { createHash, generateKeyPairSync } from 'node:crypto';
import { type Clock, type Ids, parseBase64Url, type PersonId, type Random, toBase64Url } from '@bough/base';
import type { KnownCredential, PasskeyAnswer, PasskeyOrder, PasskeyQuestion, PasskeyTransport } from '@bough/contracts';
import { PASSKEYS_MOST } from '@bough/contracts/gateway';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../../../failure.ts';
import { idBytes } from '../../../metadata/ids-in-bytes.ts';
import type { PasskeyRecord, PasskeyStore } from '../../../metadata/passkeys/passkey-store.ts';
import type { Person } from '../../../metadata/people/people-store.ts';
import { ownOrigins } from '../../../http/csrf.ts';
import { sessionEnded } from '../../sessions/ended.ts';
import type { Session } from '../../../http/session.ts';
import { CHALLENGE_MS, type ChallengeUse, Challenges } from './challenges.ts';
import { ALGORITHMS, type CredentialKey, keptKey, mustBeKey } from './credential-key.ts';
import { firstName } from './authenticator-names.ts';
import { challengeOf, type Expected, verifyAssertion, verifyMade } from './verify.ts';

/** What a browser brings that made a passkey. */
export interface BroughtPasskey {
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly PasskeyTransport[];
  readonly name: string | null;
}
/** Tells a person by mail what happened to their passkeys. */
export type TellPasskey = (what: 'passkey-added' | 'passkey-copied', person: PersonId) => Promise<void>;

const TRANSPORTS: readonly PasskeyTransport[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'];

/**
 * Passkeys: asking browsers for them, adding them to people, and knowing people by them. Each answer proves two things at once, the device
 * and its owner, since an answer without user verification is refused.
 */
export class Passkeys {
  readonly #store: PasskeyStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #challenges: Challenges;
  readonly #expected: Expected;
  /** Nobody has the other half of it: what unknown passkeys are held against. */
  readonly #decoy: CredentialKey;
  /** Whether browsers have passkeys for this Bough's address at all. */
  readonly arePossible: boolean;

  constructor(
    components: {
      readonly metadata: PasskeyStore;
      readonly clock: Clock;
      readonly ids: Ids;
      readonly random: Random;
      readonly keys: readonly Uint8Array[];
    },
    settings: { readonly publicUrl: string },
  ) {
    this.#store = components.metadata;
    this.#clock = components.clock;
    this.#ids = components.ids;
    this.#challenges = new Challenges(components);
    const { hostname, protocol } = new URL(settings.publicUrl);
    this.#expected = { origins: ownOrigins(settings.publicUrl), domain: hostname };
    this.arePossible = isName(hostname) && (protocol === 'https:' || hostname === 'localhost');
    this.#decoy = {
      algorithm: ALGORITHMS.ES256,
      key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
    };
  }

  /** Asks for any passkey. */
  askAnybody(session: Session): PasskeyQuestion {
    return this.#question('sign-in', session, []);
  }

  /** Asks for one of the person's. */
  async askPerson(person: PersonId, session: Session): Promise<PasskeyQuestion> {
    return this.#question('prove', session, (await this.#store.passkeysOf(person)).map(knownCredential));
  }

  /** Asks for another passkey of the person, on a device that has none of theirs. Throws 'malformed' when they have as many as they may. */
  async order(person: Person & { readonly email: string }, session: Session): Promise<PasskeyOrder> {
    const present = await this.#store.passkeysOf(person.id);
    mustBeFew(present);
    return {
      ...this.#question('add', session, present.map(knownCredential)),
      user: { id: toBase64Url(idBytes(person.id)), name: person.email, displayName: person.name },
      algorithms: [ALGORITHMS.EdDSA, ALGORITHMS.ES256, ALGORITHMS.RS256],
    };
  }

  /**
   * Keeps a passkey that was ordered in this session. `tell` comes first: a mail about a passkey that was not kept is a riddle, a passkey
   * that nobody was told of is a way in.
   */
  async add(
    person: PersonId,
    brought: BroughtPasskey,
    around: { readonly session: Session; readonly userAgent: string | undefined; readonly tell: TellPasskey },
    context: RequestContext,
  ): Promise<PasskeyRecord> {
    const [clientData, attestation] = [mustBeBytes(brought.clientData), mustBeBytes(brought.attestation)];
    this.#challenges.mustBeOpen(challengeOf(clientData) ?? '', 'add', around.session);
    const verified = verifyMade({ clientData, attestation }, this.#expected);
    if (!verified.ok) {
      context.log.warn('a new passkey is refused', { wrong: verified.error });
      throw new GatewayFailure('wrong-passkey', 'The browser did not create a valid passkey for this server.', {
        hint: 'Try again.',
      });
    }
    const { challenge, id, aaguid, key, counter, maySync } = verified.value;
    mustBeFew(await this.#store.passkeysOf(person));
    const hash = hashOf(id);
    if ((await this.#store.passkeyByHash(hash)) !== null) throw isKnown();
    await this.#challenges.use(challenge, 'add', around.session);
    const record: PasskeyRecord = {
      ...{
        id: this.#ids.long(),
        person,
        hash,
        credential: toBase64Url(id),
        key: keptKey(key),
        algorithm: key.algorithm,
      },
      ...{ counter, transports: [...new Set(brought.transports)], maySync },
      name: brought.name ?? firstName(aaguid, around.userAgent),
      createdAt: this.#clock.now(),
      usedAt: null,
    };
    await around.tell('passkey-added', person);
    switch (await this.#store.tryAddPasskey(record, around.session.epoch)) {
      case 'added':
        return record;
      case 'known':
        throw isKnown();
      case 'ended':
        throw sessionEnded();
    }
  }

  /**
   * Whose passkey answered, after it was noted that it did. Throws 'wrong-passkey' for an unknown one and for a wrong answer alike, after the
   * same steps; 'late-passkey' for a challenge that is not open; 'copied-passkey', after telling its owner, for one that has counted backwards.
   */
  async mustKnow(
    answer: PasskeyAnswer,
    use: Exclude<ChallengeUse, 'add'>,
    { session, tell }: { readonly session: Session; readonly tell: TellPasskey },
    context: RequestContext,
  ): Promise<PersonId> {
    const clientData = mustBeBytes(answer.clientData);
    const challenge = challengeOf(clientData) ?? '';
    this.#challenges.mustBeOpen(challenge, use, session);
    const known = await this.#store.passkeyByHash(hashOf(mustBeBytes(answer.credential)));
    const key = known === null ? this.#decoy : mustBeKey(known.algorithm, known.key);
    const said = {
      clientData,
      authenticatorData: mustBeBytes(answer.authenticatorData),
      signature: mustBeBytes(answer.signature),
    };
    const verified = verifyAssertion(said, key, this.#expected);
    if (!verified.ok || known === null || !isOwners(answer, known, use === 'prove' ? session.uid : null)) {
      const wrong = verified.ok ? 'person' : verified.error;
      context.log.warn('a passkey is refused', { wrong, isKnown: known !== null });
      throw new GatewayFailure('wrong-passkey', 'This passkey does not work here.');
    }
    await this.#challenges.use(challenge, use, session);
    if (!(await this.#store.tryUsePasskey(known.id, verified.value.counter, this.#clock.now()))) {
      context.log.warn('a passkey has counted backwards', { passkey: known.id, kept: known.counter });
      await tell('passkey-copied', known.person);
      throw new GatewayFailure(
        'copied-passkey',
        'The use count of this passkey went backwards, so there may be a copy of it.',
      );
    }
    return known.person;
  }

  #question(use: ChallengeUse, session: Session, credentials: readonly KnownCredential[]): PasskeyQuestion {
    if (!this.arePossible) {
      throw new GatewayFailure('absent', 'Passkeys do not work at the address of this server.', {
        hint: 'They need a host name with https, or localhost. An operator sets it with BOUGH_PUBLIC_URL.',
      });
    }
    const { domain } = this.#expected;
    return { challenge: this.#challenges.make(use, session), domain, lifeMs: CHALLENGE_MS, credentials };
  }
}

/** An address of IPv4 or IPv6 is no name: browsers tie passkeys to names alone. */
function isName(hostname: string): boolean {
  return !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
}

/** Whether the answer is by the passkey's own person, and by this one where one is asked. Who comes in must say who they are: nobody asked. */
function isOwners(answer: PasskeyAnswer, known: PasskeyRecord, asked: PersonId | null): boolean {
  if (answer.user === null) return asked === known.person;
  const isSaid = answer.user === toBase64Url(idBytes(known.person));
  return isSaid && (asked === null || asked === known.person);
}

function knownCredential({ credential, transports }: PasskeyRecord): KnownCredential {
  return { id: credential, transports: TRANSPORTS.filter((each) => transports.includes(each)) };
}

function mustBeFew(present: readonly PasskeyRecord[]): void {
  if (present.length < PASSKEYS_MOST) return;
  throw new GatewayFailure('malformed', `You can have at most ${PASSKEYS_MOST} passkeys.`, {
    hint: 'Remove one first.',
  });
}

function isKnown(): GatewayFailure {
  return new GatewayFailure('known-passkey', 'This passkey is already in use.');
}

function mustBeBytes(text: string): Uint8Array {
  const bytes = parseBase64Url(text);
  if (bytes === null)
    throw new GatewayFailure('wrong-passkey', 'This is not an answer of a passkey.', { hint: 'Try again.' });
  return bytes;
}

function hashOf(id: Uint8Array): string {
  return createHash('sha256').update(id).digest('base64url');
}
