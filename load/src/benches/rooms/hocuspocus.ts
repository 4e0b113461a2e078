import { fileURLToPath } from 'node:url';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { freePort } from '@bough/house/servers';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { Measured } from './measured.ts';
import type { Side, Talker, World } from './world.ts';

const SERVER = fileURLToPath(new URL('./hocuspocus-server.ts', import.meta.url));

/** Hocuspocus as it comes: in memory, without durability. */
export async function hocuspocusSide(): Promise<Side> {
  const port = await freePort();
  const server = await Measured.start('hocuspocus', [SERVER, String(port)], { url: `http://127.0.0.1:${port}/` });
  return {
    name: 'Hocuspocus',
    arrive: async (world, hear) => await arrive(port, world, hear),
    processorMs: () => server.processorMs(),
    liveBytes: async () => await server.liveBytes(),
    acknowledgedMs: () => null,
    stop: async () => await server.stop(),
  };
}

async function arrive(port: number, world: World, hear: (text: string) => void): Promise<readonly Talker[]> {
  const talkers: Talker[] = [];
  const arrivals: Promise<void>[] = [];
  for (let room = 0; room < world.rooms; room++) {
    for (let n = 0; n < world.each; n++) {
      const document = new Y.Doc();
      const socket = new HocuspocusProviderWebsocket({ url: `ws://127.0.0.1:${port}`, WebSocketPolyfill: WebSocket });
      const arrived = Promise.withResolvers<void>();
      const provider = new HocuspocusProvider({
        websocketProvider: socket,
        name: `room-${room}`,
        document,
        onSynced: () => arrived.resolve(),
      });
      provider.attach();
      const items = document.getMap<string>('items');
      items.observe((event) => {
        if (event.transaction.local) return;
        for (const key of event.keysChanged) hear(items.get(key) ?? '');
      });
      talkers.push({
        say: (text) => items.set(String(n), text),
        close: () => {
          provider.destroy();
          socket.destroy();
          document.destroy();
        },
      });
      arrivals.push(arrived.promise);
    }
  }
  await Promise.all(arrivals);
  return talkers;
}
