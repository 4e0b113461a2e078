import type { PersonId } from '@bough/base';

/** A passkey of a person, as it is kept: nothing that would let anybody in. */
export interface PasskeyRecord {
  readonly id: string;
  readonly person: PersonId;
  /** SHA-256 of the credential's id, base64url. */
  readonly hash: string;
  /** The credential's id, base64url. */
  readonly credential: string;
  /** The public key as SubjectPublicKeyInfo, base64url. */
  readonly key: string;
  /** What the key signs with, by its number in COSE. */
  readonly algorithm: number;
  /** How often it had signed when it was last used; 0: it does not count. */
  readonly counter: number;
  /** How browsers reach it, in their words. */
  readonly transports: readonly string[];
  readonly name: string;
  /** Whether it may be on other devices of the person too. */
  readonly maySync: boolean;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** Passkeys, and the challenges that they have answered. */
export interface PasskeyStore {
  /**
   * Keeps the passkey of a person whose sessions have been ended so many times when theirs began. 'ended': they have been ended since, or
   * there is no such person; 'known': somebody has this credential.
   */
  tryAddPasskey(passkey: PasskeyRecord, epoch: number): Promise<'added' | 'ended' | 'known'>;
  /** Oldest first. */
  passkeysOf(person: PersonId): Promise<readonly PasskeyRecord[]>;
  passkeyByHash(hash: string): Promise<PasskeyRecord | null>;
  /** Notes that it was used; false: it counts and has been used with this number or a later one, or it is gone. Of two at once with one number one is refused. */
  tryUsePasskey(id: string, counter: number, at: number): Promise<boolean>;
  /** false: the person has no such passkey. */
  renamePasskey(person: PersonId, id: string, name: string): Promise<boolean>;
  /** false: the person has no such passkey. */
  removePasskey(person: PersonId, id: string): Promise<boolean>;
  /** Of any number of calls for one challenge exactly one answers true, until it is pruned. */
  tryUseChallenge(hash: string, expiresAt: number): Promise<boolean>;
  /** Forgets challenges that had ended by then. */
  pruneChallenges(before: number): Promise<void>;
}
