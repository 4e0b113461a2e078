import { once } from 'node:events';
import { createServer } from 'node:http';
import { HEADERS } from '@bough/contracts';
import { applyOps, emptyMap, encodeMap, type NumberedChange } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { parseClientFrame } from '@bough/sync';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

const IDS = new Dice(3).ids;
export const [ANN, MAP] = [IDS.long(), IDS.long()];
const LINEAGE = IDS.short();
export const LINEAGES = [{ id: LINEAGE, from: 0 }];

/** A Bough with one map and one person in it, the second location of which is a little behind. The ninth submit on a line is kept, and the line is gone before that is answered. */
export async function hostOneMap() {
  const log: NumberedChange[] = [];
  const map = emptyMap();
  const beginning = encodeMap(map);
  const clients = new Set<string>();
  const counts = { hellos: 0 };
  let counted = 0;
  const second = { isBehind: true };
  const mirroredOf = (seq: number): number => Math.max(0, second.isBehind ? seq - 5 : seq);
  const server = createServer((request, answer) => {
    if (request.url?.endsWith('/document') === true) {
      answer.setHeader(HEADERS.seq, '0');
      answer.setHeader(HEADERS.lineage, LINEAGE);
      answer.end(beginning);
    } else answer.end(JSON.stringify({ ticket: 'ticket', person: { id: ANN } }));
  }).listen(0, '127.0.0.1');
  const may = { edit: true };
  const take = (client: string, { counter, ops }: { readonly counter: number; readonly ops: unknown }): void => {
    if (log.some((one) => one.counter === counter)) return;
    const change = { seq: log.length + 1, client, counter, author: ANN, at: Date.now(), ops } as NumberedChange;
    if (change.ops.length > 0 && applyOps(map, change).ok) log.push(change);
  };
  const serve = (socket: WebSocket): void => {
    let [client, submits] = ['', 0];
    const say = (frame: object): void => socket.send(JSON.stringify(frame));
    socket.on('message', (data) => {
      const read = parseClientFrame(Buffer.isBuffer(data) ? data.toString() : '');
      if (!read.ok) throw new Error(read.error);
      const frame = read.value;
      const seq = log.length;
      if (frame.kind === 'hello') {
        ({ client } = frame);
        clients.add(client);
        counts.hellos++;
        const counter = Math.max(counted, log.at(-1)?.counter ?? 0);
        const who = { role: may.edit ? 'edit' : 'comment', person: ANN, peer: IDS.short(), people: [] };
        say({ kind: 'welcome', ...who, seq, lineages: LINEAGES, counter, mirrored: mirroredOf(seq) });
        if (seq > frame.since) say({ kind: 'changes', changes: log.slice(frame.since), more: false });
      }
      if (frame.kind === 'ping') say({ kind: 'pong', nonce: frame.nonce, seq, mirrored: mirroredOf(seq) });
      if (frame.kind === 'fill') say({ kind: 'changes', changes: log.slice(frame.from - 1), more: false });
      if (frame.kind !== 'submit') return;
      for (const change of frame.changes) {
        if (may.edit) take(client, change);
        else say({ kind: 'refused', counter: change.counter, reason: 'denied', detail: 'may not' });
      }
      if (++submits === 9) socket.terminate();
      else if (log.length > seq) say({ kind: 'changes', changes: log.slice(seq), more: false });
    });
  };
  const sockets = new WebSocketServer({ server }).on('connection', serve);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
    server.closeAllConnections();
  });
  /** All but the first ones are gone, though it knows how far somebody had counted. */
  const lose = (from: number): void => {
    counted = log.at(-1)?.counter ?? 0;
    log.length = from;
  };
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return { url: `http://127.0.0.1:${port}`, log, map, clients, counts, second, beginning, may, lose };
}
