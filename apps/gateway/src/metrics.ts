import { Gauge, type Metrics } from '@bough/service';

/** Shows how many rooms, people and sockets this gateway has at the moment somebody looks. */
export function countGateway(
  metrics: Metrics,
  counts: () => { readonly rooms: number; readonly people: number; readonly sockets: number },
): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    const made = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    metrics.registry.registerMetric(made);
  };
  gauge('bough_rooms', 'Maps that somebody has open on this gateway.', () => counts().rooms);
  gauge('bough_people_online', 'People with a map open on this gateway.', () => counts().people);
  gauge('bough_sockets', 'Open sockets.', () => counts().sockets);
}
