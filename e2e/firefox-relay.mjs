#!/usr/bin/env node
// Stands between Playwright and a Firefox as distributions have it. Playwright asks each new window for the media features that it
// shall claim to have, which Firefox's WebDriver BiDi does not know yet, and gives up when that is refused: here it is granted, with
// no effect. Everything else goes through as it is. Begun like Firefox itself, by BOUGH_TEST_FIREFOX.

import { spawn } from 'node:child_process';
import process from 'node:process';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(process.env.BOUGH_TEST_FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill('SIGKILL'));
process.on('exit', () => firefox.kill('SIGKILL'));

let said = '';
firefox.stderr.on('data', (chunk) => {
  said += chunk;
  const address = LISTENS.exec(said)?.[1];
  if (address === undefined) return;
  said = '';
  relay(address);
});

/** Listens in the place of Firefox, and says so as Firefox does. */
function relay(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`);
  });
  server.on('connection', (client, { url }) => join(client, new WebSocket(address + url)));
}

function join(client, browser) {
  const waiting = [];
  browser.on('open', () => {
    for (const text of waiting.splice(0)) browser.send(text);
  });
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('message', (data) => client.send(data.toString()));
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
}
