import type { MapId, PersonId } from '@bough/base';
import type { PersonName } from './map-types.ts';

/** Through what somebody did it: the page, a token, a command of the operator, or Bough by itself. */
export type AuditVia = 'page' | 'api' | 'command' | 'bough';
/** `failed`: it may have happened in part. */
export type AuditOutcome = 'done' | 'refused' | 'failed';
/** One entry of the audit log, as an owner reads it. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  /** A stable code, as in apps/gateway/SPEC.md. */
  readonly what: string;
  readonly person: PersonId | null;
  /** The person's name at that moment; null also when the account was deleted since. */
  readonly name: string | null;
  readonly via: AuditVia;
  readonly outcome: AuditOutcome;
  /** The code of a refusal. */
  readonly code: string | null;
  /** What it was done with, as names and ids: no words of maps, no secrets. */
  readonly about: readonly (readonly [name: string, value: string])[];
  /** Truncated: a /24, or a /48 of IPv6. */
  readonly network: string | null;
  readonly browser: string | null;
  /** How often, where several alike are told in one entry. */
  readonly count: number;
}
/** A map that entries name. */
export interface AuditedMap {
  readonly id: MapId;
  readonly title: string;
}
/** A page of the audit log, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The people whom entries name by id and who are still here. */
  readonly people: readonly PersonName[];
  /** Of the maps that entries name by id, those of which the asker may know the title: who owns a Bough does not see the maps of others. */
  readonly maps: readonly AuditedMap[];
  /** Where the next page begins; null: this was the last. */
  readonly next: string | null;
}
