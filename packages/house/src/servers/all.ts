import { compose, cyclonedx, hadolint, kubernetes, schemathesis } from './checkers.ts';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { k6 } from './k6.ts';
import { mongodb } from './mongodb.ts';
import { redisProgram } from './redis-program.ts';
import { redis } from './redis.ts';
import { minio, s3rver, versitygw } from './s3.ts';
import type { RunningByName, Server, ServerName } from './server.ts';
import { smtp } from './smtp.ts';
import { strace, straceAttach } from './strace.ts';
import { toxiproxy } from './toxiproxy.ts';

/** Every server, by name. */
export const SERVERS: { readonly [Name in ServerName]: Server<RunningByName[Name]> } = {
  versitygw,
  minio,
  s3rver,
  mongodb,
  redis,
  'redis-program': redisProgram,
  toxiproxy,
  smtp,
  chromium,
  firefox,
  k6,
  compose,
  hadolint,
  kubernetes,
  schemathesis,
  cyclonedx,
  strace,
  'strace-attach': straceAttach,
};

/** All their names. */
export const SERVER_NAMES = Object.values(SERVERS).map((server) => server.name);

/** Finds a server, or brings it first; what cannot be had stays missing. */
export async function bringServer<Name extends ServerName>(
  name: Name,
  say: (line: string) => void,
): Promise<ReturnType<Server<RunningByName[Name]>['find']>> {
  if (SERVERS[name].find().kind === 'missing') await SERVERS[name].install(say);
  return SERVERS[name].find();
}

/** Looks for a server on this machine, without installing anything. */
export function findServer<Name extends ServerName>(name: Name): ReturnType<Server<RunningByName[Name]>['find']> {
  return SERVERS[name].find();
}
