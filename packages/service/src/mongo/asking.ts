import type { Failure } from '@bough/base';
import { MongoError, MongoServerError } from 'mongodb';

/** Makes whoever asks' own failure: what happened, and its cause or a hint where there is one. */
export type MongoFails = (message: string, details?: { readonly cause?: unknown; readonly hint?: string }) => Failure;

/** Ways of asking MongoDB that turn its errors into one's own failure; everything else that is thrown passes. */
export interface MongoAsking {
  /** Runs the work; a database that fails is the failure. */
  readonly asked: <T>(work: () => Promise<T>) => Promise<T>;
  /** null: the record, or its unique field, is there already. */
  readonly unlessDuplicate: <T>(work: () => Promise<T>) => Promise<T | null>;
  /** Two first upserts of one record at once: the second meets the first's record, and then updates it. */
  readonly upserted: <T>(work: () => Promise<T>) => Promise<void>;
}

const DUPLICATE = 11_000;

/** Ways of asking that fail with `fails`. */
export function mongoAsking(fails: MongoFails): MongoAsking {
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      throw fails('the database does not answer', { cause: error });
    }
  };
  const unlessDuplicate = <T>(work: () => Promise<T>): Promise<T | null> =>
    asked(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof MongoServerError && error.code === DUPLICATE) return null;
        throw error;
      }
    });
  return {
    asked,
    unlessDuplicate,
    upserted: async (work) => {
      if ((await unlessDuplicate(work)) === null) await asked(work);
    },
  };
}
