export type { Call, CallContext } from './call.ts';
export { type Caller, type CallerParts, type CallerSettings, createCaller } from './caller.ts';
export {
  type PartEnd,
  partEnd,
  type PartHead,
  type PartName,
  partName,
  partSettings,
  readPartLine,
  readPartRows,
  tellSettings,
  writePart,
} from './backup/part.ts';
export { ownPart } from './backup/own-part.ts';
export { sealWithPassphrase, tryOpenWithPassphrase } from './backup/passphrase.ts';
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
export { createPlatform, type Platform, type PlatformSettings, type ServerEdge } from './create-platform.ts';
export { type Deadline, deadlineIn } from './deadline.ts';
export type { RequestHead } from './endpoint.ts';
export { tryJson } from './exchange.ts';
export { expressFailures, expressRoute, type RoutedRequest } from './express.ts';
export { requestContext } from './front.ts';
export type { Fleet, FleetShare } from './fleet.ts';
export { rankOf } from './rendezvous.ts';
export { handle, type Handler, type Mounted, type Reply, type Request, type StreamAnswer } from './handler.ts';
export { createLogger, type Log, type LogFacts, type Logger, type LogLevel, silentLog } from './logger.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { Counter, Gauge, Histogram } from 'prom-client';
export { OneLineEach } from './one-line-each.ts';
export { Observations } from './observations.ts';
export { platformClock, platformIds, platformRandom } from './platform.ts';
export { MONGO_POOL } from './mongo-pool.ts';
export { createPool, type PoolSettings } from './pool.ts';
export { closeToOthers } from './private-folder.ts';
export { fromProblem, toProblem } from './problems.ts';
export { putInPlace } from './put-in-place.ts';
export { type ContextFacts, type ContextParts, inContext, type OpenContext, openContext } from './request-context.ts';
export { runService } from './run-service.ts';
export { createServiceServer, type ServerSettings, type ServiceServer } from './server.ts';
export type { ServerParts } from './server-parts.ts';
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
  type Setting,
  type Settings,
  type SettingsSource,
  type SettingsTable,
  settingsTable,
} from './settings.ts';
export { createTiming, type Timing } from './timing.ts';
export {
  createTokenMinter,
  createTokenVerifier,
  type TokenMinter,
  type TokenParts,
  type TokenVerifier,
} from './tokens.ts';
export { VERSION } from './version.ts';
export { type Watchable, watched } from './watched.ts';
