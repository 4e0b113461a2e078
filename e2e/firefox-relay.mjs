#!/usr/bin/env node
// Stands between Playwright and a Firefox as distributions have it. Playwright asks each new window for the media features that it
// shall claim to have, which Firefox's WebDriver BiDi does not know yet, and gives up when that is refused: here it is granted, with
// no effect. And Playwright has no fingers there, but WebDriver BiDi has: beside Playwright's own way in there is a door, a socket
// named after the process that began this one, through which a test gives Firefox commands of its own (src/fingers.ts). Everything
// else goes through as it is, but for one property that is taken away from every page (WITHOUT_CRASH). Begun like Firefox itself, by BOUGH_TEST_FIREFOX.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
/**
 * Firefox keeps the elements that name an element by aria-labelledby for whoever asked first, the page's scripts or those in a sandbox,
 * and its content process ends (a null pointer) when the other one asks for the same element's. Playwright asks from both. Where the
 * property is missing it reads the attribute. A person's Firefox has no second one that asks.
 */
const WITHOUT_CRASH = '() => { delete Element.prototype.ariaLabelledByElements; }';
/** Playwright counts its commands from one: those of the door stand far behind. */
const FIRST_OF_DOOR = 2 ** 40;
const PREPARATION = FIRST_OF_DOOR - 1;
const DOOR = join(tmpdir(), `bough-firefox-${process.ppid}.sock`);
const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(process.env.BOUGH_TEST_FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill('SIGKILL'));
process.on('exit', () => {
  firefox.kill('SIGKILL');
  rmSync(DOOR, { force: true });
});

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
  server.on('connection', (client, { url }) => connect(client, new WebSocket(address + url)));
}

function connect(client, browser) {
  const waiting = [];
  let session = null;
  const answerOfDoor = openDoor(browser);
  browser.on('open', () => {
    for (const text of waiting.splice(0)) browser.send(text);
  });
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === 'session.new') session = id;
    if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else waiting.push(text);
  });
  browser.on('message', (data) => {
    const text = data.toString();
    if (isPrepared(browser, session, text) || answerOfDoor(text)) return;
    client.send(text);
  });
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
}

/** With the session that Playwright begins, every page is told what it has to do without; whether the text is the answer to that. */
function isPrepared(browser, session, text) {
  if (!text.startsWith('{"type":"success"') || text.length > 10_000) return false;
  const { id } = JSON.parse(text);
  const params = { functionDeclaration: WITHOUT_CRASH };
  if (id === session) browser.send(JSON.stringify({ id: PREPARATION, method: 'script.addPreloadScript', params }));
  return id === PREPARATION;
}

/** Lets commands in beside Playwright's, one a connection; what is returned takes the answers that are theirs. */
function openDoor(browser) {
  const asked = new Map();
  let next = FIRST_OF_DOOR;
  rmSync(DOOR, { force: true });
  const door = createServer({ allowHalfOpen: true }, (visitor) => {
    let text = '';
    visitor.on('error', () => visitor.destroy());
    visitor.on('data', (chunk) => (text += chunk));
    visitor.on('end', () => {
      asked.set(next, visitor);
      browser.send(JSON.stringify({ ...JSON.parse(text), id: next }));
      next++;
    });
  });
  door.listen(DOOR);
  return (text) => {
    if (asked.size === 0) return false;
    const { id } = JSON.parse(text);
    const visitor = asked.get(id);
    asked.delete(id);
    visitor?.end(text);
    return visitor !== undefined;
  };
}
