export { mongoAsking, type MongoAsking, type MongoFails } from './asking.ts';
export { migrate, type MigrationStep } from './migrate.ts';
export { type MongoPart, openMongo, type OpenMongo } from './open-mongo.ts';
export { checkRecords, type MongoIndex, schemaOf } from './records.ts';
