import type { PersonId } from '@bough/base';

/** A person's second step: what an app makes codes from, and the recovery codes. */
export interface SecondStep {
  readonly person: PersonId;
  /** The app's secret, sealed as people/second-steps.ts writes it; the store cannot read it. */
  readonly sealed: string;
  /** Since when it is asked for; null: its person has not shown a code yet, and nobody is asked for one. */
  readonly onAt: number | null;
  /** The time step of the last code that was taken: no code of it or before it is taken again. */
  readonly lastStep: number;
  /** Hashes of the recovery codes that are left. */
  readonly codes: readonly string[];
  /** When those were made; null: none were, or before that was kept. */
  readonly codesAt: number | null;
}

/** Second steps of people. */
export interface SecondStepStore {
  /** null: there is none, on or begun. */
  secondStep(person: PersonId): Promise<SecondStep | null>;
  /** Begins one, in the place of another that was only begun; false: one is on. */
  tryBeginSecondStep(person: PersonId, sealed: string): Promise<boolean>;
  /**
   * Turns on the one that was begun with exactly this, of a person whose sessions have been ended so many times when theirs began; false: it is
   * on, gone, or another, or they have been ended since.
   */
  tryTurnOnSecondStep(step: SecondStep & { readonly onAt: number }, epoch: number): Promise<boolean>;
  /** Takes a code of this time step: of any number of calls for it, or for earlier ones, one answers true, on all gateways. */
  tryTakeStep(person: PersonId, step: number): Promise<boolean>;
  /** Takes a recovery code: of any number of calls, one answers true. */
  tryTakeRecoveryCode(person: PersonId, hash: string): Promise<boolean>;
  /** Puts these, made then, in the place of all recovery codes; false: no second step is on, or all sessions have been ended more often than so. */
  trySetRecoveryCodes(person: PersonId, made: Pick<SecondStep, 'codes' | 'codesAt'>, epoch: number): Promise<boolean>;
  /** Keeps the same secret sealed anew; does nothing when it was changed meanwhile. */
  resealSecondStep(person: PersonId, from: string, to: string): Promise<void>;
  /** Whether there was one, on or begun. */
  removeSecondStep(person: PersonId): Promise<boolean>;
}
