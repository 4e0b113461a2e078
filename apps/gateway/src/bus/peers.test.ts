import { expect, test } from 'vitest';
import { GONE_MS, Peers, SILENT_MS } from './peers.ts';

test('[GW-130] a gateway that falls silent without a goodbye is missed until it is heard again, or has been away for long', () => {
  const peers = new Peers();
  peers.heard('one', 0);
  peers.heard('two', 0);
  expect(peers.silent(SILENT_MS)).toBe(0);
  peers.heard('one', SILENT_MS);
  expect([peers.silent(SILENT_MS + 1), peers.audible(SILENT_MS + 1)]).toEqual([1, ['one']]);
  peers.heard('two', SILENT_MS + 2);
  expect(peers.silent(SILENT_MS + 2)).toBe(0);
  peers.left('two');
  peers.heard('one', 5_000);
  expect(peers.silent(5_000)).toBe(0);
  expect(peers.silent(5_000 + GONE_MS)).toBe(1);
  expect(peers.silent(5_001 + GONE_MS)).toBe(0);
});

test('[GW-130] after a time in which nobody could be heard each has its time anew', () => {
  const peers = new Peers();
  peers.heard('long gone', 0);
  peers.heard('there', 20_000);
  peers.resume(GONE_MS + 1);
  expect(peers.silent(GONE_MS + 1 + SILENT_MS)).toBe(0);
  expect(peers.silent(GONE_MS + 2 + SILENT_MS)).toBe(1);
});
