import { expect, it } from 'vitest';
import { filesOf, requestTime, type ResourceEntry, shapeOf } from './request-time.ts';

const HERE = 'https://bough.example';
const MAP = 'AaIgOvnldruWnD8O0yI8Ag';

function entry(path: string, facts: Partial<ResourceEntry> = {}): ResourceEntry {
  return {
    name: new URL(path, HERE).href,
    startTime: 10,
    duration: 40,
    transferSize: 1_200,
    decodedBodySize: 2_000,
    ...facts,
  };
}
const part = (name: string, duration: number, description = '') => ({ name, duration, description });

it('[WEB-86] a request has the name of its route, the times of its hops, and the rest as network', () => {
  const serverTiming = [part('gateway', 3, 'readMap'), part('database', 2), part('docstore', 5), part('storage', 10)];
  expect(requestTime(entry(`/api/maps/${MAP}/document`, { serverTiming }), HERE)).toEqual({
    at: 10,
    what: 'readMap',
    ms: 40,
    hops: [
      { name: 'gateway', ms: 3 },
      { name: 'database', ms: 2 },
      { name: 'docstore', ms: 5 },
      { name: 'storage', ms: 10 },
      { name: 'network', ms: 20 },
    ],
    end: { kind: 'came', bytes: 1_200 },
  });
});

it('[WEB-86] where the server says more than was waited the network is nothing, never less', () => {
  const found = requestTime(entry('/api/maps', { serverTiming: [part('gateway', 50, 'listMaps')] }), HERE);
  expect(found?.hops.at(-1)).toEqual({ name: 'network', ms: 0 });
});

it('[WEB-86] what a server says beside hops, or out of a cache, is not shown', () => {
  const serverTiming = [part('gateway', 3, 'Ada’s <plan>'), part('cdn', 9, 'Ada')];
  const found = requestTime(entry('/api/maps', { serverTiming }), HERE);
  expect(found?.what).toBe('/api/maps');
  expect(JSON.stringify(found)).not.toMatch(/Ada|cdn/);
  expect(requestTime(entry('/api/maps', { serverTiming, transferSize: 0 }), HERE)?.hops).toEqual([]);
});

it('[WEB-87] of an address nothing stays that could name a map, a person, or what was searched for', () => {
  expect(requestTime(entry('/api/search?q=secret+plans'), HERE)?.what).toBe('/api/search');
  expect(shapeOf(`/api/maps/${MAP}/comments-read`)).toBe('/api/maps/…/comments-read');
  expect(shapeOf('/api/people/ABCDEF/picture/0a1b2c')).toBe('/api/people/…/picture/…');
  expect(shapeOf('/api/tags/Einkauf%20Ada/abcdefghijklmnopq')).toBe('/api/tags/…/…');
});

it('[WEB-86] files and other places are no requests to routes', () => {
  expect(requestTime(entry('/assets/map-abc.js'), HERE)).toBeNull();
  expect(requestTime(entry('https://elsewhere.example/api/maps'), HERE)).toBeNull();
  const files = [entry('/assets/map-abc.js'), entry('/assets/page-d.css', { transferSize: 0 }), entry('/api/maps')];
  expect(filesOf(files, HERE)).toEqual({ count: 2, bytes: 1_200 });
});

it('[WEB-86] a request without an answer, a refused one and one out of the cache are told apart', () => {
  const endOf = (facts: Partial<ResourceEntry>) => requestTime(entry('/api/maps', facts), HERE)?.end;
  expect(endOf({ transferSize: 0, decodedBodySize: 0, responseStatus: 0 })).toEqual({ kind: 'broken' });
  expect(endOf({ transferSize: 0, responseStatus: 200 })).toEqual({ kind: 'kept' });
  expect(endOf({ responseStatus: 404 })).toEqual({ kind: 'refused', status: 404 });
  expect(endOf({ responseStatus: 304 })).toEqual({ kind: 'came', bytes: 1_200 });
});
