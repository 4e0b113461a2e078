import type { PersonId } from '@bough/base';

/** A picture of a person: small, drawn anew by docstore. */
export interface PictureRecord {
  readonly person: PersonId;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Pictures of people. They stand beside the people and not among the blobs of maps, so that one goes with its account in one step. */
export interface PictureStore {
  /** In the place of one before. */
  setPicture(picture: PictureRecord): Promise<void>;
  removePicture(person: PersonId): Promise<void>;
  picture(person: PersonId): Promise<PictureRecord | null>;
  /** Of those of the people who have one, its hash. */
  pictureHashes(people: readonly PersonId[]): Promise<ReadonlyMap<PersonId, string>>;
}
