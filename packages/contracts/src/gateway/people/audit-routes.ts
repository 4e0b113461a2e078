import { route, routeTable } from '../../define.ts';
import { longId, personId } from '../../ids.ts';
import { maybe, object } from '../../parser.ts';
import { bytesAnswer } from '../../route.ts';
import { auditedWhat, auditPage } from './audit-types.ts';

const MIB = 1024 * 1024;

const query = { what: maybe(auditedWhat), who: maybe(personId) };

/** The audit log, for an owner of this Bough; nobody else is let in. */
export const auditRoutes = routeTable({
  /** A page of it, newest first: of one kind, or one person, where they are named. */
  auditPage: route('gateway', 'person', 'GET /api/audit', {
    params: object({ ...query, behind: maybe(longId) }),
    answer: auditPage,
    answerLimit: 4 * MIB,
    deadlineMs: 10_000,
  }),
  /** All of it, oldest first, as JSON lines. */
  auditLines: route('gateway', 'person', 'GET /api/audit/lines', {
    params: object(query),
    answer: bytesAnswer,
    answerLimit: 1024 * MIB,
    deadlineMs: 120_000,
  }),
});
