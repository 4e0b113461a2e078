/** Real servers for tests: `describeWith('versitygw', (server) => { test(..., () => server().endpoint) })`. */

export { bringServer, findServer, mustFind } from './all.ts';
export { describeWith } from './describe-with.ts';
export { Front } from './front.ts';
export { SocketPairs } from './socket-pairs.ts';
export { type Fault, faultArguments, injectFault } from './inject-fault.ts';
export { FREEPLANE_CLASSES, FREEPLANE_HOME } from './programs/other-programs.ts';
export { onPath } from './places.ts';
export { freePort } from './ports.ts';
export { mainThreadMs, starvedMs, stopwatch, watchThreads } from './processor-times.ts';
export { RedisProcess } from './redis-process.ts';
export { makeCertificate } from './self-signed.ts';
export { flagsOf } from './service-flags.ts';
export { answersTcp, startProgram, type Started } from './started.ts';
export { ToxicWay } from './toxic-way.ts';
export { metricOf, ServiceProcess } from './service-process.ts';
export type { ServerName, UrlRunning } from './server.ts';
