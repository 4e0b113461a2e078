import { mongoAsking, type MongoFails } from '@bough/service/mongo';
import { GatewayFailure } from '../../failure.ts';

/** What MongoDB cannot do is GatewayFailure 'metadata'. */
export const metadataFails: MongoFails = (message, details) => new GatewayFailure('metadata', message, details);

/** Ways of asking the database of the metadata. */
export const { asked, unlessDuplicate, upserted } = mongoAsking(metadataFails);
