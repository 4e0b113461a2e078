import { openMongo, type OpenMongo } from '@bough/service/mongo';
import { mongoAccounts } from '../accounts/mongo-accounts.ts';
import { mongoProviders } from '../providers/mongo-providers.ts';
import { mongoAudit } from '../audit/mongo-audit.ts';
import { mongoFolders } from '../folders/mongo-folders.ts';
import { mongoFormer } from '../former/mongo-former.ts';
import { mongoGrants } from '../grants/mongo-grants.ts';
import { mongoGroups } from '../groups/mongo-groups.ts';
import { mongoAsks } from '../asks/mongo-asks.ts';
import { mongoInvitations } from '../invitations/mongo-invitations.ts';
import { mongoLinks } from '../links/mongo-links.ts';
import { mongoMaps } from '../maps/mongo-maps.ts';
import type { Metadata } from '../metadata.ts';
import { mongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { mongoPeople } from '../people/mongo-people.ts';
import { mongoRecords } from '../records/mongo-records.ts';
import { mongoRepeats } from '../repeats/mongo-repeats.ts';
import { mongoSecondSteps } from '../second-steps/mongo-second-steps.ts';
import { mongoSessions } from '../sessions/mongo-sessions.ts';
import { mongoSetUp } from '../set-up/mongo-set-up.ts';
import { mongoShelves } from '../shelf/mongo-shelves.ts';
import { mongoSignIns } from '../sign-ins/mongo-sign-ins.ts';
import { mongoTokens } from '../tokens/mongo-tokens.ts';
import { mongoWatches } from '../watches/mongo-watches.ts';
import { mongoWords } from '../words/mongo-words.ts';
import { mongoPictures } from '../pictures/mongo-pictures.ts';
import { mongoRings } from '../rings/mongo-rings.ts';
import { asked, metadataFails } from './asking.ts';
import { INDEXES } from './indexes.ts';
import { STEPS } from './schema.ts';

/** Where the database is: its name stands in the address; without one it is `bough`. */
export interface MongoMetadataSettings {
  readonly url: string;
  /** How long a server may be away before asking it fails. */
  readonly reachWithinMs?: number;
}

/**
 * Metadata in MongoDB, connected, with its indexes; rejects with GatewayFailure 'metadata' when the server cannot be reached.
 * Nothing here needs a transaction, so that a server without replicas will do: a step is one write of one record, or several in
 * an order in which a crash leaves nothing that anybody can see. What must be single is kept so by unique indexes, what is
 * counted by writes that name the count they have read.
 */
export async function connectMongo(settings: MongoMetadataSettings): Promise<Metadata> {
  const part = { ...settings, appName: 'bough-gateway', steps: STEPS, stepsIn: 'migrations', indexes: INDEXES };
  return mongoMetadata(await openMongo(part, metadataFails));
}

function mongoMetadata({ db, close }: OpenMongo): Metadata {
  return {
    ...mongoPeople(db),
    ...mongoFormer(db),
    ...mongoAccounts(db),
    ...mongoProviders(db),
    ...mongoSecondSteps(db),
    ...mongoSetUp(db),
    ...mongoSignIns(db),
    ...mongoSessions(db),
    ...mongoMaps(db),
    ...mongoShelves(db),
    ...mongoFolders(db),
    ...mongoGrants(db),
    ...mongoGroups(db),
    ...mongoLinks(db),
    ...mongoInvitations(db),
    ...mongoAsks(db),
    ...mongoWatches(db),
    ...mongoRings(db),
    ...mongoPictures(db),
    ...mongoTokens(db),
    ...mongoPasskeys(db),
    ...mongoRepeats(db),
    ...mongoRecords(db),
    ...mongoWords(db),
    ...mongoAudit(db),
    ping: async () => void (await asked(() => db.command({ ping: 1 }))),
    close,
  };
}
