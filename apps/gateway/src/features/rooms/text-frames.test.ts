import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from '../../testing/until.ts';
import { TextFrames } from './text-frames.ts';

test('[GW-44] frames that were made once are read by a WebSocket as they were meant, whatever their length', async () => {
  const frames = new TextFrames();
  const lengths = [0, 1, 125, 126, 65_535, 65_536, 300_000];
  const texts = ['short', 'é中🌳', ...lengths.map((length) => 'x'.repeat(length)), '🌳'.repeat(50_000)];
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, line, head) => {
    sockets.handleUpgrade(request, line, head, (ws) => {
      for (const text of texts) line.write(frames.of(text));
      ws.close(1000, 'all said');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = new WebSocket(`ws://127.0.0.1:${port}/`);
  const read: string[] = [];
  let end = '';
  client.on('message', (data) => {
    if (Buffer.isBuffer(data)) read.push(data.toString('utf8'));
  });
  client.on('close', (code, reason) => {
    end = `${code} ${reason.toString('utf8')}`;
  });
  await until(() => end !== '');
  expect(end).toBe('1000 all said');
  expect(read).toEqual(texts);
  expect(frames.of('again')).toBe(frames.of('again'));
  server.close();
});
