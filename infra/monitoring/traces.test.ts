import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { Guest } from '../operations/guest.ts';
import { startServices } from './running-services.ts';

interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
}
interface Posted {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** A collector that takes OTLP as JSON, and keeps everything. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/json') bodies.push(body);
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const spans = (): readonly Span[] =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Posted).resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      }),
    );
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, bodies, spans };
}

test('[SVC-97] one trace goes through all four services, and has no word of people', async () => {
  const { url, bodies, spans } = await collector();
  const services = await startServices({ BOUGH_TRACES_URL: url, BOUGH_MAIL: 'outbox' });
  onTestFinished(() => services.stop());
  const guest = new Guest({ url: services.all.gateway.url, origin: 'http://localhost:8080' });
  await guest.arrive();
  const map = await guest.makeMap('A secret garden');
  // A machine that does other things too may take longer than one request waits.
  const slow = { timeout: 60_000 };
  await expect.poll(() => guest.look(`/api/maps/${map}/export/markdown`), slow).toBe(200);
  await guest.askForLink('ann@garden.example');
  const isSeen = (service: string, name: string): boolean =>
    spans().some((span) => span.service === service && span.name === name);
  await expect.poll(() => isSeen('mailer', 'sendMail'), slow).toBe(true);
  // From the page's request to docstore, each below the one that called it.
  await expect.poll(() => isSeen('docstore', 'createDocument')).toBe(true);
  const parentOf = (span: Span | undefined): Span | undefined =>
    spans().find(({ spanId, traceId }) => spanId === span?.parentSpanId && traceId === span.traceId);
  const created = spans().find(({ service, name }) => service === 'docstore' && name === 'createDocument');
  await expect.poll(() => parentOf(parentOf(created))?.name).toBe('createMap');
  expect(parentOf(created)).toMatchObject({ service: 'gateway', name: 'createDocument', kind: 3 });
  expect(parentOf(parentOf(created))).toMatchObject({ service: 'gateway', kind: 2 });
  expect(parentOf(parentOf(created))?.parentSpanId).toBeUndefined();
  // A file is made by the exporter, which asks docstore: three services in one trace.
  const inTraceOf = ({ traceId }: Span): string =>
    [...new Set(spans().flatMap((span) => (span.traceId === traceId ? [span.service] : [])))].toSorted().join(' ');
  const exports = (): readonly string[] =>
    spans()
      .filter(({ name }) => name === 'exportMap')
      .map(inTraceOf);
  await expect.poll(exports).toContain('docstore exporter gateway');
  const said = bodies.join('\n');
  for (const word of ['secret garden', 'garden.example', 'ann@', 'Ann', map, '/api/', 'cookie', '127.0.0.1'])
    expect(said).not.toContain(word);
}, 240_000);

test('[SVC-97] without a collector nothing is traced, and a trace that a browser claims is not believed', async () => {
  const { url, spans } = await collector();
  const services = await startServices({ BOUGH_TRACES_URL: url });
  onTestFinished(() => services.stop());
  const claimed = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await (await fetch(`${services.all.gateway.url}/api/session`, { headers: claimed })).arrayBuffer();
  await expect.poll(() => spans().length).toBeGreaterThan(0);
  expect(spans().map(({ traceId }) => traceId)).not.toContain('a'.repeat(32));
}, 240_000);
