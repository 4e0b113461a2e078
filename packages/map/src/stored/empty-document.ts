import { FORMAT } from './encode.ts';
import { FORMAT_VERSION } from './upgrade.ts';

/** The stored form of a map in which there is nothing, for whoever fills it in by hand: a page that only reads needs no writer. */
export function emptyDocument() {
  const none = { ids: [], orders: [], texts: [], levels: [], rest: [] };
  const removed = { items: none, log: [] };
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    settings: {},
    items: none,
    links: [],
    threads: [],
    chat: [],
    removed,
  };
}
