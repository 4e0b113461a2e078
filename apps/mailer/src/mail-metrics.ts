import { Gauge, type Metrics } from '@bough/service';
import type { Outbox } from './outbox.ts';

/** Counts the outbox when Prometheus looks. */
export function addMailMetrics(registry: Metrics['registry'], outbox: Outbox): void {
  const mails = new Gauge({
    name: 'bough_mails',
    help: 'Mails of the outbox by state.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const state of ['waiting', 'sent', 'failed'] as const) mails.set({ state }, outbox.count(state));
    },
  });
}
