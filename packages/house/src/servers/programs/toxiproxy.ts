import { installWithGo, whyNoGo } from '../install/go.ts';
import { cacheFolder, isProgram, onPath } from '../places.ts';
import type { Server, UrlRunning } from '../server.ts';
import { answersHttp, startProgram } from '../started.ts';

const MODULE = 'github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0';

/** A proxy that can be told over HTTP to be slow, to cut, to hang. */
export const toxiproxy: Server<UrlRunning> = {
  name: 'toxiproxy',
  find: () => {
    // The program that Go builds from this module is named `server`.
    const kept = cacheFolder('go', 'server');
    const command = isProgram(kept) ? kept : onPath('toxiproxy-server');
    if (command === null) return { kind: 'missing', ...whyNoGo('toxiproxy') };
    return { kind: 'ready', from: command, start: () => start(command) };
  },
  install: (say) => installWithGo('toxiproxy', MODULE, say),
};

async function start(command: string): Promise<UrlRunning> {
  const { place, stop } = await startProgram({
    name: 'toxiproxy',
    command,
    args: ({ port }) => ['-host', '127.0.0.1', '-port', String(port)],
    isReady: ({ port }) => answersHttp(port, '/version'),
  });
  return { url: `http://127.0.0.1:${place.port}`, stop };
}
