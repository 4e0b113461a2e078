import { availableParallelism } from 'node:os';
import { runService } from '@bough/service';
import { DRAW } from './making/draw-process.ts';
import { Exports } from './making/exports.ts';
import { giveWay } from './making/give-way.ts';
import { Renderer } from './making/renderer.ts';
import { exportRoutes } from './routes.ts';
import { exporterSettings } from './settings.ts';

const MOST_OF_ITSELF = 4;
const RECENT_BYTES = 96 * 1024 * 1024;
const KEEPING_BYTES = 64 * 1024 * 1024;

// One file for the service and for its processes that draw, so that a bundle has one beginning; only those load what draws.
if (process.argv[2] === DRAW) {
  const { serveDrawing } = await import('./making/serve-drawing.ts');
  await serveDrawing(process.stdin, process.stdout);
} else {
  giveWay();
  await runService('exporter', exporterSettings, (platform, settings) => {
    const { clock, log } = platform;
    const docstore = platform.fleet('docstore', settings.BOUGH_DOCSTORE_URL);
    const ownProcesses = Math.min(MOST_OF_ITSELF, Math.max(1, availableParallelism() - 1));
    const processes = settings.BOUGH_EXPORT_PROCESSES === 0 ? ownProcesses : settings.BOUGH_EXPORT_PROCESSES;
    const times = { longestMs: 60_000, stopMs: 500, patienceMs: 2_000 };
    const common = { entry: new URL(import.meta.url), way: 'always' as const, ...times };
    const renderer = new Renderer({ clock }, { ...common, processes, mostWaiting: 64, idleMs: 60_000 });
    // Each reads twenty megabytes at most, and waits with them. One person has one of the two, so that nobody waits for what another sends.
    const reader = new Renderer({ clock }, { ...common, processes: 2, mostWaiting: 8, idleMs: 10_000 });
    const openContext = platform.context.bind(platform);
    const exports = new Exports(
      { clock, docstore, renderer, openContext, log },
      { recentBytes: RECENT_BYTES, keepingBytes: KEEPING_BYTES },
    );
    const drains = { name: 'exports', drain: () => exports.drain() };
    return [
      docstore,
      renderer,
      reader,
      drains,
      platform.server(exportRoutes({ clock, docstore, renderer, reader, exports })),
    ];
  });
}
