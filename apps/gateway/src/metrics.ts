import { addGauge, Counter, type Metrics } from '@bough/service';
import type { Gateway } from './gateway.ts';

/** Shows how many rooms, people and sockets this gateway has at the moment somebody looks. */
export function countGateway({ registry }: Metrics, counts: Gateway['counts']): void {
  addGauge(registry, 'bough_rooms', 'Maps that somebody has open on this gateway.', () => counts().rooms);
  addGauge(registry, 'bough_people_online', 'People with a map open on this gateway.', () => counts().people);
  addGauge(registry, 'bough_sockets', 'Open sockets.', () => counts().sockets);
  const reports = new Counter({
    name: 'bough_policy_reports_total',
    help: "What browsers say that the page's policy kept from happening, by directive. Anybody can say so.",
    labelNames: ['directive'],
    registers: [],
    collect() {
      this.reset();
      for (const [directive, count] of counts().reports) this.inc({ directive }, count);
    },
  });
  registry.registerMetric(reports);
}
