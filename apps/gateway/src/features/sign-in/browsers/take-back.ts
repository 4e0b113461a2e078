import type { MailNotice } from '@bough/contracts';
import type { Metadata } from '../../../metadata/metadata.ts';
import type { Entrance } from '../../sessions/entrance.ts';
import type { NotMe, NotMeClaim } from './not-me.ts';

// Taking an account back from somebody who came in at a known time. Sessions end first: what one of them still has under way is refused from then
// on. Then goes what lets in again. Somebody may have come in by that in between, so that all of it is done until nothing is left to
// take away; done again, it does no more.

export interface TakeBackParts {
  readonly metadata: Metadata;
  readonly clock: { now(): number };
  readonly entrance: Pick<Entrance, 'endAll'>;
  readonly notMe: Pick<NotMe, 'hadBefore' | 'hasMovedSince' | 'forgetOthersSince'>;
  /** Hears when the account has no address of somebody else any more, which was this one, or lets nobody in since its own is somebody's. */
  readonly onAddress: (what: 'address-changed' | 'person-disabled', theirs: string) => Promise<void>;
  /** Hears of it before it is taken away: where something fails then, nobody finds it again to tell of it. */
  readonly onSecondStep: (what: TakenOfSecondStep) => Promise<void>;
}
/** What is taken away of a second step: all of it, or its recovery codes. */
export type TakenOfSecondStep = Extract<MailNotice, 'second-step-removed' | 'recovery-codes-removed'>;

/** Ends what somebody else has of the account who came in then, and what they came in with or set up to come in with. */
export async function takeBack(parts: TakeBackParts, claim: NotMeClaim): Promise<void> {
  let epoch: number;
  do {
    epoch = await parts.entrance.endAll(claim.person);
  } while (await tookAway(parts, claim, epoch));
  await parts.notMe.forgetOthersSince(claim);
}

/** Whether there was anything. */
async function tookAway(parts: TakeBackParts, claim: NotMeClaim, epoch: number): Promise<boolean> {
  const { metadata, onSecondStep } = parts;
  const { person, at } = claim;
  let isAny = false;
  if ((await metadata.account(person)).password !== null) {
    await metadata.setPassword(person, null);
    isAny = true;
  }
  const second = await metadata.secondStep(person);
  // One that was turned on since would keep its owner out; recovery codes and passkeys that were made since would let in again.
  if (second !== null && second.onAt !== null && second.onAt >= at) {
    await onSecondStep('second-step-removed');
    if (await metadata.removeSecondStep(person)) isAny = true;
  } else if (second !== null && second.codes.length > 0 && (second.codesAt ?? 0) >= at) {
    await onSecondStep('recovery-codes-removed');
    if (await metadata.trySetRecoveryCodes(person, { ...second, codes: [] }, epoch)) isAny = true;
  }
  for (const passkey of await metadata.passkeysOf(person)) {
    if (passkey.createdAt >= at && (await metadata.removePasskey(person, passkey.id))) isAny = true;
  }
  return (await tookAddress(parts, claim)) || isAny;
}

/** Gives the account the address back that it had then; what a provider vouched for under another one joins it no more. */
async function tookAddress({ metadata, clock, notMe, onAddress }: TakeBackParts, claim: NotMeClaim): Promise<boolean> {
  const { person, mailedTo } = claim;
  const theirs = (await metadata.person(person))?.email ?? null;
  if (theirs === null || theirs === mailedTo || (await notMe.hadBefore(claim, theirs))) {
    // What joined it under an address in between joins it still.
    return (await notMe.hasMovedSince(claim)) && (await metadata.leaveProviders(person));
  }
  await metadata.leaveProviders(person);
  if (await metadata.tryChangeEmail(person, theirs, mailedTo)) {
    await onAddress('address-changed', theirs);
    return true;
  }
  // Changed at this moment: once more.
  if ((await metadata.personByEmail(mailedTo)) === null) return true;
  if ((await metadata.account(person)).disabledAt !== null) return false;
  // Somebody else has it by now. Whoever has the other one must not come in by it, and whose account it is an operator can tell.
  await metadata.setDisabled(person, clock.now());
  await onAddress('person-disabled', theirs);
  return true;
}
