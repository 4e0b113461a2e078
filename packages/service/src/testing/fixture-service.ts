import { commonSettings, handle, runService, sharedSettings } from '../index.ts';
import { exporterRoutes } from '@bough/contracts';

// A whole service as a program, for the tests of a process's life: it answers an export after the milliseconds that
// BOUGH_DOCSTORE_URL has as its port.

await runService('exporter', { ...commonSettings('8083'), ...sharedSettings }, (platform, settings) => [
  platform.server([
    handle(exporterRoutes.exportMap, async () => {
      const waitMs = Number(new URL(settings.BOUGH_DOCSTORE_URL[0] ?? '').port);
      await new Promise<void>((resolve) => void platform.clock.after(waitMs, resolve));
      return {
        kind: 'bytes' as const,
        bytes: new Uint8Array(3),
        type: 'image/svg+xml',
        encoding: null,
        seq: 1,
        etag: null,
        fileName: null,
      };
    }),
  ]),
]);
