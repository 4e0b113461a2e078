import { MongoClient } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import type { OldSessionStore } from './old-sessions.ts';

interface SessionRow {
  readonly _id: string;
  readonly session?: unknown;
  readonly expires?: unknown;
}

/** The rows of connect-mongo. It connects when the first is asked for. */
export function mongoOldSessions(settings: { readonly url: string; readonly collection: string }): OldSessionStore {
  const client = new MongoClient(settings.url, {
    appName: 'bough-old-sessions',
    // Each browser asks once: a few connections carry over thousands a second.
    maxPoolSize: 8,
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 10_000,
  });
  const rows = client.db().collection<SessionRow>(settings.collection);
  return {
    find: async (id) => {
      try {
        const row = await rows.findOne({ _id: id });
        return row === null ? null : { session: row.session, expires: row.expires };
      } catch (cause) {
        throw new GatewayFailure('metadata', 'The database of old sessions does not answer.', {
          cause,
          hint: 'Check BOUGH_OLD_SESSIONS_URL. Remove it when all sessions are moved.',
        });
      }
    },
    remove: async (ids) => void (await rows.deleteMany({ _id: { $in: [...ids] } })),
    close: () => client.close(),
  };
}
