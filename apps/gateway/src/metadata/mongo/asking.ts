import { MongoError, MongoServerError } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';

const DUPLICATE = 11_000;

/** Runs the work; a database that fails is GatewayFailure 'metadata'. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    throw new GatewayFailure('metadata', 'the metadata database does not answer', { cause: error });
  }
}

/** null: the record, or its unique field, is there already. */
export async function unlessDuplicate<T>(work: () => Promise<T>): Promise<T | null> {
  return await asked(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE) return null;
      throw error;
    }
  });
}

/** Two first upserts of one record at once: the second meets the first's record, and then updates it. */
export async function upserted<T>(work: () => Promise<T>): Promise<void> {
  if ((await unlessDuplicate(work)) === null) await asked(work);
}
