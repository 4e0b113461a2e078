export type { Call, CallContext } from './caller/call.ts';
export { type Caller, createCaller } from './caller/caller.ts';
export {
  partEnd,
  type PartHead,
  partName,
  partSettings,
  readPartLine,
  readPartRows,
  tellSettings,
  writePart,
} from './backup/part.ts';
export { backupSettings } from './backup/backup-settings.ts';
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
} from './commands/command-program.ts';
export { ContentSum } from './moving/content-sum.ts';
export { mongoName } from './moving/mongo-name.ts';
export { type Moving, type MovingEnd, moveStorage, type MustBeOurs } from './moving/move.ts';
export { type MoveMark, readMark, whyNotServed, writeMark } from './moving/move-mark.ts';
export { isInPause, migrateCommand, type Over, readMovingWords, stillRunning } from './moving/moving-words.ts';
export type { Component } from './process/component.ts';
export type { RequestContext } from './context/context.ts';
export { createPlatform, type Platform, type ServerEdge } from './process/create-platform.ts';
export type { RequestHead } from './server/endpoint.ts';
export { expressFailures, expressRoute } from './server/express.ts';
export type { Fleet } from './caller/fleet.ts';
export { rankOf } from './caller/rendezvous.ts';
export { handle, type MountedRoute, type Reply, type StreamAnswer } from './server/handler.ts';
export { createLogger, type Log, type LogLevel, silentLog } from './log/logger.ts';
export { addGauge, createMetrics, type Metrics } from './metrics/metrics.ts';
export { Counter, Gauge } from 'prom-client';
export { OneLineEach } from './log/one-line-each.ts';
export { Observations } from './metrics/observations.ts';
export { platformClock, platformIds, platformPorts, platformRandom } from './process/platform.ts';
export { MONGO_POOL } from './mongo/mongo-pool.ts';
export { createPool } from './caller/pool.ts';
export { closeToOthers } from './files/private-folder.ts';
export { type ReadyAnswer, readyAnswer, readyProblem } from './server/ready-answer.ts';
export type { Asked, TurnAway } from './server/server-parts.ts';
export { toProblem } from './server/problems.ts';
export { putInPlace } from './files/put-in-place.ts';
export { type ContextFacts, inContext, type OpenContext, openContext } from './context/request-context.ts';
export { runService } from './process/run-service.ts';
export { timingNow } from './context/timing.ts';
export { type ServiceServer } from './server/server.ts';
export { ServiceFailure } from './service-failure.ts';
export { type TaskKind, TaskThreads } from './process/task-threads.ts';
export { commonSettings, sharedSettings } from './settings/common-settings.ts';
export {
  type AudienceKey,
  defineSettings,
  type NamedKey,
  readSettings,
  required,
  type Setting,
  type Settings,
  settingsTable,
  type SettingsTable,
} from './settings/settings.ts';
export { createTokenMinter } from './tokens.ts';
export { VERSION } from './version.ts';
export { watched } from './metrics/watched.ts';
