import { instant, longId, mapId, personId } from '../../ids.ts';
import { line } from '../../line.ts';
import { integer, list, nullable, object, oneOf, pair, type ParsedBy } from '../../parser.ts';
import { personName } from '../maps/map-types.ts';

const ENTRIES_MOST = 500;
const ABOUT_MOST = 20;

const via = oneOf('page', 'api', 'command', 'bough');
/** Through what somebody did it: the page, a token, a command of the operator, or Bough by itself. */
export type AuditVia = ParsedBy<typeof via>;
const outcome = oneOf('done', 'refused', 'failed');
/** `failed`: it may have happened in part. */
export type AuditOutcome = ParsedBy<typeof outcome>;

/** What was done: a stable code, as in apps/gateway/SPEC.md. */
export const auditedWhat = line(40, 1);
/** One entry of the audit log, as an owner reads it. */
const auditEntry = object({
  id: longId,
  at: instant,
  what: auditedWhat,
  person: nullable(personId),
  /** The person's name at that moment; null also when the account was deleted since. */
  name: nullable(line(80)),
  via,
  outcome,
  /** The code of a refusal. */
  code: nullable(line(80)),
  /** What it was done with, as names and ids: no words of maps, no secrets. */
  about: list(pair(line(20), line(2_000)), ABOUT_MOST),
  /** Truncated: a /24, or a /48 of IPv6. */
  network: nullable(line(60)),
  browser: nullable(line(80)),
  /** How often, where several alike are told in one entry. */
  count: integer(1, Number.MAX_SAFE_INTEGER),
});
export type AuditEntry = ParsedBy<typeof auditEntry>;

/** A map that entries name. */
const auditedMap = object({ id: mapId, title: line(500) });
export type AuditedMap = ParsedBy<typeof auditedMap>;

/** A page of the audit log, newest first. */
export const auditPage = object({
  entries: list(auditEntry, ENTRIES_MOST),
  /** The people whom entries name by id and who are still here. */
  people: list(personName, 2 * ENTRIES_MOST),
  /** Of the maps that entries name by id, those of which the asker may know the title: who owns a Bough does not see the maps of others. */
  maps: list(auditedMap, 2 * ENTRIES_MOST),
  /** Where the next page begins; null: this was the last. */
  next: nullable(longId),
});
export type AuditPage = ParsedBy<typeof auditPage>;
