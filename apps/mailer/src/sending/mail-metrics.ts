import { Gauge, type Metrics } from '@bough/service';
import type { Outbox } from '../outbox/outbox.ts';

/** Counts the outbox when Prometheus looks; while it does not answer there is no count. */
export function addMailMetrics(registry: Metrics['registry'], outbox: Pick<Outbox, 'count'>): void {
  const mails = new Gauge({
    name: 'bough_mails',
    help: 'Mails of the outbox by state.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      mails.reset();
      for (const state of ['waiting', 'sent', 'failed'] as const) {
        const count = await outbox.count(state).catch(() => null);
        if (count !== null) mails.set({ state }, count);
      }
    },
  });
}
