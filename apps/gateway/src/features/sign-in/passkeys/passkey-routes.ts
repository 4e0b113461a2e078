import type { PasskeyFacts } from '@bough/contracts';
import type { RequestContext } from '@bough/service';
import { GatewayFailure } from '../../../failure.ts';
import type { PasskeyRecord } from '../../../metadata/passkeys/passkey-store.ts';
import { mustHaveAddress } from '../accounts.ts';
import type { TellPasskey } from './passkeys.ts';
import { comeIn } from '../coming-in.ts';
import { type Handlers, mustBePerson } from '../../../http/handlers.ts';
import { mustBeProved } from '../proof.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import { facts, hereOf, mustBeHere } from '../../sessions/session-facts.ts';

type OwnNames = 'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';
type UseNames = 'beginPasskeySignIn' | 'confirmPasskeySignIn' | 'beginPasskeyProof' | 'confirmPasskeyProof';

/** A person's own passkeys. */
export function ownPasskeyRoutes(parts: SignInParts): Pick<Handlers, OwnNames> {
  const { metadata, passkeys, mailed, limits } = parts;
  return {
    listPasskeys: async ({ person }) => ({
      passkeys: (await metadata.passkeysOf(mustBePerson(person))).map(passkeyFacts),
    }),
    beginPasskey: async (asked) => {
      // A way in that is none here would only look like one.
      parts.registration.mustTakeWay('passkey');
      limits.mustTake('passkeys by person', mustBePerson(asked.person));
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      return await passkeys.order(mustHaveAddress(person), session);
    },
    addPasskey: async (asked) => {
      // It was proved when the passkey was ordered; the challenge is good in that very session alone.
      const { person, session } = await mustBeHere(parts, asked);
      await limits.mustTakeEverywhere('passkeys by person', person.id);
      const around = { session, userAgent: asked.request.headers['user-agent'], tell: tellOf(parts, asked.context) };
      return passkeyFacts(await passkeys.add(person.id, asked.body, around, asked.context));
    },
    renamePasskey: async ({ params, body, person }) => {
      if (!(await metadata.renamePasskey(mustBePerson(person), params.passkey, body.name))) throw isGone();
      return undefined;
    },
    removePasskey: async (asked) => {
      const { person } = await mustBeProved(parts, asked, asked.body);
      if (!(await metadata.removePasskey(person.id, asked.params.passkey))) throw isGone();
      // After it is gone: a passkey that somebody stole must not stay since a mail does not leave.
      if (person.email !== null) await mailed.tell('passkey-removed', person.email, asked.context);
      return undefined;
    },
  };
}

/** Coming in by a passkey, and proving by one that one is still there. */
export function passkeyUseRoutes(parts: SignInParts): Pick<Handlers, UseNames> {
  const { people, passkeys, entrance, limits } = parts;
  return {
    beginPasskeySignIn: async ({ request, session }) => {
      parts.registration.mustTakeWay('passkey');
      return passkeys.askAnybody(hereOf(parts, request, session));
    },
    confirmPasskeySignIn: async ({ request, body, session, network, context }) => {
      parts.registration.mustTakeWay('passkey');
      await limits.mustTakeEverywhere('passkey by network address', network);
      const [before, came] = [hereOf(parts, request, session), entrance.arrival()];
      const around = { session: before, tell: tellOf(parts, context) };
      const id = await passkeys.mustKnow(body.answer, 'sign-in', around, context);
      const epoch = entrance.epochSince(id, came);
      const person = await people.person(id);
      if (person === null) throw new GatewayFailure('unauthenticated', 'This account no longer exists.');
      return await comeIn(parts, person, { request, context, by: 'passkey', epoch, before, isNew: false });
    },
    beginPasskeyProof: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return await passkeys.askPerson(person.id, session);
    },
    confirmPasskeyProof: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      await limits.mustTakeEverywhere('proof by person', person.id);
      const around = { session, tell: tellOf(parts, asked.context) };
      await passkeys.mustKnow(asked.body.answer, 'prove', around, asked.context);
      return facts(parts, await entrance.prove(asked.request, session, person.id, true), person);
    },
  };
}

/** Mails the person; about a passkey that counts backwards only now and then, since whoever has a copy may try it all day. */
function tellOf({ limits, mailed, people }: SignInParts, context: RequestContext): TellPasskey {
  return async (what, id) => {
    const email = (await people.person(id))?.email ?? null;
    if (email === null) return;
    if (what === 'passkey-copied' && !(await limits.tryTakeEverywhere('mails about copied passkeys', id))) return;
    await mailed.tell(what, email, context);
  };
}

function passkeyFacts({ id, name, maySync, createdAt, usedAt }: PasskeyRecord): PasskeyFacts {
  return { id, name, maySync, createdAt, usedAt };
}

function isGone(): GatewayFailure {
  return new GatewayFailure('absent', 'This passkey does not exist.');
}
