import type { Clock, Random } from '@bough/base';
import type { Caller, Component, ContextFacts, OpenContext } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { SigningKeys } from '../../secrets/keys.ts';
import { HOUR_MS, repeating } from '../../repeating.ts';
import { AuditLog } from './audit-log.ts';
import { AuditNotes } from './audit-notes.ts';
import { auditRoutes } from './audit-routes.ts';
import { CommandNotes } from './command-notes.ts';

export interface AuditPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly docstore: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly limits: RateLimits;
  readonly keys: Pick<SigningKeys, 'audit'>;
  readonly onTrouble: (error: unknown) => void;
}

/** Who did what: written by every feature, read by owners of this Bough. */
export function auditFeature(ports: AuditPorts, settings: { readonly auditDays: number }) {
  const log = new AuditLog({ ...ports, auditKeys: ports.keys.audit });
  const audit = new AuditNotes({ ...ports, log });
  const commandNotes = new CommandNotes({ ...ports, log });
  const notes: Component = {
    name: 'audit',
    start: async () => commandNotes.start(),
    drain: () => audit.flush(),
    stop: async () => commandNotes.stop(),
  };
  const prune = repeating('old audit entries', ports, HOUR_MS, () => log.prune(settings.auditDays));
  return { audit, routes: auditRoutes(ports), components: [notes, prune] };
}
