import { createServer } from 'node:http';
import { createLogger, createMetrics, createPlatform, type LogLevel } from '@bough/service';

// One process that answers the same requests twice over: on one port without a word, on the other with a line for each. A third
// port tells what the process has used. `node service.ts PORT PORT PORT`; its log is its standard output.

const [quiet = 0, logged = 0, control = 0] = process.argv.slice(2).map(Number);
/** About what a list of maps is. */
const ANSWER = JSON.stringify(
  Array.from({ length: 60 }, (_each, n) => ({ id: `map-${n}`, title: `Map number ${n}`, at: n })),
);

async function serve(port: number, level: LogLevel): Promise<() => number> {
  const log = createLogger({ service: 'gateway', level });
  const settings = { BOUGH_HOST: '127.0.0.1', PORT: port, BOUGH_TOKEN_KEYS: [] };
  const platform = createPlatform('gateway', settings, log, createMetrics('gateway'), []);
  const server = platform.server([], {
    fallback: (_request, response) => {
      const body = JSON.stringify(JSON.parse(ANSWER));
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    },
  });
  await server.start?.();
  return () => log.dropped();
}

await serve(quiet, 'silent');
const dropped = await serve(logged, 'debug');
createServer((request, response) => {
  const { user, system } = process.cpuUsage();
  // What a collection leaves (--expose-gc), where it is asked for: between two looks at the processor there is none.
  if (request.url === '/live') globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  response.end(JSON.stringify({ processorUs: user + system, live: heapUsed + external, dropped: dropped() }));
}).listen(control, '127.0.0.1');
