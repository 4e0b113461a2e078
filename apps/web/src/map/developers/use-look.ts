import type { MapId } from '@bough/base';
import { type Editor, PROTOCOL_VERSION } from '@bough/editor';
import { journalSize } from '@bough/editor/journal-size';
import { useEffect, useState } from 'react';
import { askVersion, ownBuild } from './build.ts';
import { FrameWatch, frameTimes } from './frame-times.ts';
import { filesOf, type RequestTime, requestTime, type ResourceEntry } from './request-time.ts';
import type { Look } from './report.ts';
import { RoundTripWatch } from './round-trips.ts';

/** Twice a second: it must not slow down what it measures. */
const EVERY_MS = 500;
/** So many requests are shown. */
const MOST_REQUESTS = 12;

/** What is measured of the map and its page, from when this is shown until it is not; null for a moment. */
export function useLook(editor: Editor, map: MapId): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => {
    const looker = new Looker(editor, map);
    const timer = setInterval(() => setLook(looker.look()), EVERY_MS);
    setLook(looker.look());
    return () => {
      clearInterval(timer);
      looker.stop();
    };
  }, [editor, map]);
  return look;
}

/** Measures from when it is made until it is stopped. What costs is asked once. */
class Looker {
  readonly #editor: Editor;
  readonly #frames = new FrameWatch();
  readonly #trips = new RoundTripWatch();
  readonly #observer: PerformanceObserver;
  #requests: readonly RequestTime[] = [];
  #files = { count: 0, bytes: 0 };
  #journal: Look['journal'] = null;
  #server: Look['server'];

  constructor(editor: Editor, map: MapId) {
    this.#editor = editor;
    this.#observer = new PerformanceObserver((list) => this.#note(list.getEntries() as PerformanceResourceTiming[]));
    // Those from before this was opened, too, as far as the browser keeps them.
    this.#observer.observe({ type: 'resource', buffered: true });
    void journalSize(indexedDB, map)
      .catch(() => null)
      .then((size) => (this.#journal = size));
    void askVersion().then((version) => (this.#server = version));
  }

  look(): Look {
    const { status, refused, people, role } = this.#editor.getSnapshot();
    const { line } = this.#editor;
    const isLive = role !== null && (status.kind === 'saved' || status.kind === 'saving');
    return {
      ...{ status, refused: refused.length, others: people.length, line },
      trips: this.#trips.look(line, isLive),
      frames: frameTimes(this.#frames.gaps()),
      ...{ requests: this.#requests, files: this.#files, journal: this.#journal, server: this.#server },
      memoryBytes: memoryBytes(),
      nodes: document.getElementsByTagName('*').length,
      canvases: [...document.querySelectorAll('canvas')].map(({ width, height }) => ({ width, height })),
      page: { build: ownBuild(), protocol: String(PROTOCOL_VERSION) },
      browser: navigator.userAgent,
      window: `${innerWidth} × ${innerHeight}, ${devicePixelRatio}x`,
    };
  }

  stop(): void {
    this.#frames.stop();
    this.#trips.stop();
    this.#observer.disconnect();
  }

  #note(entries: readonly ResourceEntry[]): void {
    const { origin } = location;
    const came = entries.flatMap((entry) => requestTime(entry, origin) ?? []);
    this.#requests = [...this.#requests, ...came].toSorted((a, b) => b.at - a.at).slice(0, MOST_REQUESTS);
    const files = filesOf(entries, origin);
    this.#files = { count: this.#files.count + files.count, bytes: this.#files.bytes + files.bytes };
  }
}

/** Only some browsers say, and those roughly. */
function memoryBytes(): number | null {
  const { memory } = performance as { readonly memory?: { readonly usedJSHeapSize?: unknown } };
  return typeof memory?.usedJSHeapSize === 'number' ? memory.usedJSHeapSize : null;
}
