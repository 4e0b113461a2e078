import { route } from '../define.ts';
import { instant, longId, mapId, personId } from '../ids.ts';
import { line } from '../line.ts';
import { integer, list, maybe, nullable, object, oneOf, pair, type Parser } from '../parser.ts';
import { bytesAnswer, nothing } from '../route.ts';
import type { AuditEntry, AuditPage } from './audit-types.ts';
import { personName } from './map-routes.ts';

const MIB = 1024 * 1024;
const ENTRIES_MOST = 500;
const ABOUT_MOST = 20;

const what = line(40, 1);
const auditEntry: Parser<AuditEntry> = object({
  id: longId,
  at: instant,
  what,
  person: nullable(personId),
  name: nullable(line(80)),
  via: oneOf('page', 'api', 'command', 'bough'),
  outcome: oneOf('done', 'refused', 'failed'),
  code: nullable(line(80)),
  about: list(pair(line(20), line(2_000)), ABOUT_MOST),
  network: nullable(line(60)),
  browser: nullable(line(80)),
  count: integer(1, Number.MAX_SAFE_INTEGER),
});
const page: Parser<AuditPage> = object({
  entries: list(auditEntry, ENTRIES_MOST),
  people: list(personName, 2 * ENTRIES_MOST),
  maps: list(object({ id: mapId, title: line(500) }), 2 * ENTRIES_MOST),
  next: nullable(longId),
});
const query = { what: maybe(what), who: maybe(personId) };

/** The audit log, for an owner of this Bough; nobody else is let in. */
export const auditRoutes = {
  /** A page of it, newest first: of one kind, or one person, where they are named. */
  auditPage: route('gateway', 'person', 'GET /api/audit', {
    name: 'auditPage',
    params: object({ ...query, behind: maybe(longId) }),
    body: nothing,
    answer: page,
    answerLimit: 4 * MIB,
    deadlineMs: 10_000,
  }),
  /** All of it, oldest first, as JSON lines. */
  auditLines: route('gateway', 'person', 'GET /api/audit/lines', {
    name: 'auditLines',
    params: object(query),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 1024 * MIB,
    deadlineMs: 120_000,
  }),
} as const;
