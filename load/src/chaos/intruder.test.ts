import { once } from 'node:events';
import { createServer } from 'node:http';
import { HEADERS } from '@bough/contracts';
import type { ItemId, NumberedChange, Op } from '@bough/map';
import { Dice, parsed } from '@bough/map/testing';
import { parseClientFrame } from '@bough/sync';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { Visitor } from '../bough/visitor.ts';
import { Intruders, overstepped } from './intruder.ts';

const IDS = new Dice(1).ids;
const [ANN, BEN, MAP] = [IDS.long(), IDS.long(), IDS.long()];
const item = IDS.short() as ItemId;

function change(seq: number, author: string, op: Op): NumberedChange {
  return { seq, client: 'one', counter: seq, author, at: 1, ops: parsed(op) } as NumberedChange;
}

test('[S13] what people change who may only comment is found, and not what they say', () => {
  const add: Op = { kind: 'add', id: item, parent: null, order: 'a0', fields: { text: 'word' } };
  const [thread, id] = [IDS.short(), IDS.short()];
  const said = { kind: 'comment', thread, item, id, text: 'Well said' } as Op;
  expect(overstepped([change(1, ANN, add), change(2, BEN, said)], new Set([BEN]))).toEqual([]);
  expect(overstepped([change(1, BEN, add)], new Set([BEN]))).toEqual([
    `S13: ${BEN} may only comment, and change 1 of theirs is none`,
  ]);
});

/** A server that lets everybody in: what it was told in frames, each as Bough reads it, and the roles of its links. */
async function host(detail: string | null = null) {
  const [frames, roles]: [unknown[], string[]] = [[], []];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (request.url?.endsWith('/links') === true) roles.push((JSON.parse(body) as { readonly role: string }).role);
      answer.setHeader(HEADERS.seq, '7');
      answer.end(JSON.stringify({ secret: 'secret', ticket: 'ticket', csrf: 'csrf', person: { id: ANN } }));
    });
  }).listen(0, '127.0.0.1');
  new WebSocketServer({ server }).on('connection', (socket) =>
    socket.on('message', (data) => {
      const frame = parseClientFrame(Buffer.isBuffer(data) ? data.toString() : '');
      frames.push(frame.ok ? frame.value : frame.error);
      if (frame.ok && frame.value.kind === 'hello')
        socket.send(JSON.stringify({ kind: 'welcome', counter: 4, person: ANN }));
      else if (detail !== null) socket.send(JSON.stringify({ kind: 'bye', detail }), () => socket.close());
      else if (frames.length < 3) socket.send(JSON.stringify({ kind: 'refused', counter: 6 }));
      else socket.send(JSON.stringify({ kind: 'changes', changes: [{ author: ANN, counter: 5 }] }));
    }),
  );
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return { owner: new Visitor(`http://127.0.0.1:${port}`), frames, roles };
}

test('[S13] intruders say what Bough can read: one edits as a commenter, the next one greets as somebody else', async () => {
  const { owner, frames, roles } = await host();
  const theirs = IDS.short();
  const intruders = new Intruders(owner, MAP, () => [theirs]);
  await intruders.step();
  await intruders.step();
  expect(roles).toEqual(['comment', 'edit']);
  expect(frames).toMatchObject([
    { kind: 'hello', map: MAP, since: 7 },
    {
      kind: 'submit',
      changes: [
        { counter: 5, ops: [{ kind: 'add' }] },
        { counter: 6, ops: [{ kind: 'message' }] },
      ],
    },
    { kind: 'hello', map: MAP, client: theirs },
    { kind: 'submit', changes: [{ counter: 5, ops: [{ kind: 'message' }] }] },
  ]);
  expect(intruders.problems([])).toEqual([]);
  intruders.rest();
  await intruders.step();
  expect(frames).toHaveLength(4);
});

test('[S3] a comment that is sent away since the edit before it was denied is found, and no other goodbye', async () => {
  const { owner } = await host('The counter 6 of client one does not follow 4.');
  const intruders = new Intruders(owner, MAP, () => [IDS.short()]);
  await intruders.step();
  expect(intruders.problems([])[0]).toMatch(/^S3: .*does not follow 4/);
  const { owner: another } = await host('this gateway goes down');
  const others = new Intruders(another, MAP, () => [IDS.short()]);
  await others.step();
  expect(others.problems([])).toEqual([]);
});
