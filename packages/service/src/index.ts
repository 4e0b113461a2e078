export type { Call, CallContext } from './call.ts';
export { type Caller, createCaller } from './caller.ts';
export {
  type PartEnd,
  partEnd,
  type PartHead,
  partName,
  partSettings,
  readPartLine,
  readPartRows,
  tellSettings,
  writePart,
} from './backup/part.ts';
export { ownPart } from './backup/own-part.ts';
export { tryOpenWithPassphrase } from './backup/passphrase.ts';
export {
  type Command,
  commandProgram,
  commandSettings,
  type MadeSecret,
  pipedLines,
  runCommand,
  sayAll,
  writeLine,
} from './command-program.ts';
export type { Component } from './component.ts';
export type { RequestContext } from './context.ts';
export { createPlatform, type Platform } from './create-platform.ts';
export type { RequestHead } from './endpoint.ts';
export { expressFailures, expressRoute } from './express.ts';
export type { Fleet } from './fleet.ts';
export { rankOf } from './rendezvous.ts';
export { handle, type Mounted, type Reply, type StreamAnswer } from './handler.ts';
export { createLogger, type Log, type LogLevel, silentLog } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { Counter, Gauge } from 'prom-client';
export { OneLineEach } from './one-line-each.ts';
export { Observations } from './observations.ts';
export { platformClock, platformIds, platformRandom } from './platform.ts';
export { MONGO_POOL } from './mongo-pool.ts';
export { createPool } from './pool.ts';
export { closeToOthers } from './private-folder.ts';
export { toProblem } from './problems.ts';
export { putInPlace } from './put-in-place.ts';
export { type ContextFacts, inContext, type OpenContext, openContext } from './request-context.ts';
export { runService } from './run-service.ts';
export { type ServiceServer } from './server.ts';
export { ServiceFailure } from './service-failure.ts';
export { serveTasks, type TaskKind, TaskThreads } from './task-threads.ts';
export {
  backupSettings,
  docstoreSettings,
  everySetting,
  exporterSettings,
  gatewaySettings,
  mailerSettings,
} from './settings-tables.ts';
export {
  type AudienceKey,
  defineSettings,
  type NamedKey,
  readSettings,
  required,
  type Settings,
  type SettingsTable,
} from './settings.ts';
export { createTokenMinter } from './tokens.ts';
export { VERSION } from './version.ts';
export { watched } from './watched.ts';
