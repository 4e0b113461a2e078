import { installWithGo, whyNoGo } from '../install/go.ts';
import { cacheFolder, isProgram, onPath } from '../places.ts';
import type { ProgramRunning, Server } from '../server.ts';

const MODULE = 'go.k6.io/k6@v1.8.1';

/** The load generator; whoever needs it runs it. */
export const k6: Server<ProgramRunning> = {
  name: 'k6',
  find: () => {
    const kept = cacheFolder('go', 'k6');
    const executable = isProgram(kept) ? kept : onPath('k6');
    if (executable === null) return { kind: 'missing', ...whyNoGo('k6') };
    return { kind: 'ready', from: executable, start: async () => ({ executable, stop: async () => undefined }) };
  },
  install: (say) => installWithGo('k6', MODULE, say),
};
