import { GatewayFailure } from '../../../failure.ts';
import { mustHaveAddress } from '../accounts.ts';
import { countCode } from '../browsers/code-limits.ts';
import { wrongCode } from './second-steps.ts';
import { takeBack, type TakeBackParts } from '../browsers/take-back.ts';
import { letIn } from '../coming-in.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { mustBeProved } from '../proof.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import { facts, hereOf } from '../../sessions/session-facts.ts';

type OwnNames = 'beginSecondStep' | 'turnOnSecondStep' | 'turnOffSecondStep' | 'renewRecoveryCodes';
type ComingInNames = 'showSecondStep' | 'wasNotMe';

/** A person's own second step. */
export function secondStepRoutes(parts: SignInParts): Pick<Handlers, OwnNames> {
  const { secondSteps, entrance, mailed } = parts;
  return {
    beginSecondStep: async (asked) => {
      const { person } = await mustBeProved(parts, asked, asked.body);
      return await secondSteps.begin(person.id, mustHaveAddress(person).email);
    },
    turnOnSecondStep: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, { proof: null });
      const { email } = mustHaveAddress(person);
      await secondSteps.mustBeOff(person.id);
      await countCode(parts, asked.request, person);
      const codes = await secondSteps.turnOn(person.id, asked.body.code, session.epoch);
      const next = await entrance.prove(asked.request, session, person.id, true);
      await mailed.tryTell('second-step-on', email, asked.context);
      return { codes, session: facts(parts, next, person) };
    },
    // Mails first: what somebody else does here its owner hears of, or it is not done.
    turnOffSecondStep: async (asked) => {
      const { person } = await mustBeProved(parts, asked, asked.body);
      if (await secondSteps.isOn(person.id)) {
        await mailed.tell('second-step-off', mustHaveAddress(person).email, asked.context);
      }
      await secondSteps.turnOff(person.id);
      return undefined;
    },
    renewRecoveryCodes: async (asked) => {
      const { person, session } = await mustBeProved(parts, asked, asked.body);
      if (await secondSteps.isOn(person.id)) {
        await mailed.tell('recovery-codes-made', mustHaveAddress(person).email, asked.context);
      }
      return { codes: await secondSteps.renewCodes(person.id, session.epoch) };
    },
  };
}

/** The second step of signing in, and "This was not me". */
export function secondStepSignInRoutes(parts: SignInParts): Pick<Handlers, ComingInNames> {
  const { sessions, people, mailed, secondSteps, registration, limits } = parts;
  return {
    showSecondStep: async (asked) => {
      const { request, context, body, session } = asked;
      const before = hereOf(parts, request, session);
      const awaited = sessions.awaited(before);
      const person = awaited === null ? null : await people.person(awaited.person);
      if (awaited === null || person === null || !(await secondSteps.isOn(person.id))) {
        throw new GatewayFailure('bad-token', 'No sign-in waits for a code in this browser.', {
          hint: 'Sign in again.',
        });
      }
      await countCode(parts, request, person);
      const verdict = await secondSteps.take(person.id, body.code);
      if (verdict === 'wrong') {
        // Somebody knew the password, or reads the mail: the one refusal that says so with whose account it is.
        const said = { about: { by: 'code' }, person: person.id, code: 'gateway/wrong-code' };
        await parts.audit.refused(asked, 'sign-in', said);
        throw wrongCode();
      }
      if (verdict === 'recovery' && person.email !== null) {
        await mailed.tryTell('recovery-code-used', person.email, context);
      }
      const { by, epoch } = awaited;
      return await letIn(parts, person, { request, context, by, epoch, before, isNew: false }, true);
    },
    wasNotMe: async (asked) => {
      const { request, context, body, session, network } = asked;
      await limits.mustTakeEverywhere('confirm by network address', network);
      const claim = await parts.notMe.claimOf(body.secret);
      const { person: id, mailedTo } = claim;
      if ((await people.person(id)) === null) throw new GatewayFailure('absent', 'This account no longer exists.');
      const onAddress: TakeBackParts['onAddress'] = async (what, theirs) => {
        await parts.audit.note(asked, what, { person: id, about: { to: id } });
        if (what === 'address-changed') await mailed.tryTell('email-changed', theirs, context);
      };
      // Which of two addresses is the owner's is known only later: both are told.
      const onSecondStep: TakeBackParts['onSecondStep'] = async (what) => {
        const now = (await people.person(id))?.email ?? mailedTo;
        for (const to of new Set([mailedTo, now])) await mailed.tryTell(what, to, context);
      };
      await takeBack({ ...parts, onAddress, onSecondStep }, claim);
      await parts.audit.note(asked, 'was-not-me', { person: id, about: {} });
      const isTheirs = session?.uid === id;
      const here = isTheirs
        ? sessions.begin(request, { person: null, isGuest: true })
        : hereOf(parts, request, session);
      const isMailed = registration.settings.signIn === 'any' && (await people.person(id))?.email === mailedTo;
      if (isMailed) await mailed.send({ kind: 'reset-password' }, mailedTo, here, context);
      // Last: where something of this failed, the link is pressed again, and all of it is done once more.
      await parts.notMe.use(body.secret);
      const sitting = here.uid === null ? null : await people.person(here.uid);
      return { isMailed, session: facts(parts, here, sitting) };
    },
  };
}
