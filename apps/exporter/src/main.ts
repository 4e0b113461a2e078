import { isMainThread, parentPort } from 'node:worker_threads';
import { exporterSettings, runService } from '@bough/service';
import { Renderer, serveRendering } from './renderer.ts';
import { exportRoutes } from './routes.ts';

// One file for the service and for its thread, so that a bundle stays one file.
if (isMainThread) {
  await runService('exporter', exporterSettings, (platform, settings) => {
    const docstore = platform.fleet('docstore', settings.BOUGH_DOCSTORE_URL);
    const renderer = new Renderer({ entry: new URL(import.meta.url), mostWaiting: 64 });
    return [docstore, renderer, platform.server(exportRoutes(docstore, renderer))];
  });
} else if (parentPort !== null) serveRendering(parentPort);
