import { compose, cyclonedx, hadolint, kubernetes, schemathesis } from './programs/checkers.ts';
import { atSpi } from './programs/at-spi.ts';
import { chromium } from './programs/chromium.ts';
import { firefox } from './programs/firefox.ts';
import { k6 } from './programs/k6.ts';
import { mongodb } from './programs/mongodb.ts';
import { freeplane, libreoffice, verapdf } from './programs/other-programs.ts';
import { caddy, kustomize, nginx, prometheus, promtool } from './programs/operators.ts';
import { mupdf, pdfium, poppler } from './programs/pdf-readers.ts';
import { redisProgram } from './programs/redis-program.ts';
import { redis } from './programs/redis.ts';
import { minio, s3rver, versitygw } from './programs/s3.ts';
import type { RunningByName, Server, ServerName } from './server.ts';
import { smtp } from './programs/smtp.ts';
import { strace, straceAttach } from './programs/strace.ts';
import { toxiproxy } from './programs/toxiproxy.ts';
import { webkit } from './programs/webkit.ts';

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
  webkit,
  'at-spi': atSpi,
  k6,
  compose,
  hadolint,
  kubernetes,
  schemathesis,
  cyclonedx,
  caddy,
  kustomize,
  nginx,
  promtool,
  prometheus,
  freeplane,
  libreoffice,
  verapdf,
  poppler,
  mupdf,
  pdfium,
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

/** A server that has to be there; throws the sentence that says what to do where it is not. */
export function mustFind<Name extends ServerName>(name: Name) {
  const found = findServer(name);
  if (found.kind === 'missing') throw new Error(`${found.why} ${found.howTo}`);
  return found;
}
