export { mongoAsking, type MongoFails } from './asking.ts';
export { type MigrationStep } from './migrate.ts';
export { openMongo, type OpenMongo } from './open-mongo.ts';
export { checkRecords, type MongoIndex, schemaOf } from './records.ts';
