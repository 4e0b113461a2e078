import '@fontsource-variable/inter/wght.css';
import { type MapId, ok, parseMapId, parsePersonId, type PersonId } from '@bough/base';
import { browserClock, browserIds, browserRandom, connectMap, Editor, type MapApi, type OpenMap } from '@bough/editor';
import { openJournals } from '@bough/editor/open-journals';
import type { ItemId } from '@bough/map';
import type { Subject } from './subject.ts';

await Promise.all([400, 500, 600].map((weight) => document.fonts.load(`${weight} 16px 'Inter Variable'`)));

/** Words that nobody reads here, whatever the editor wants to say. */
const MUTE: unknown = new Proxy(() => '', { get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : MUTE) });
const SETTINGS = {
  theme: new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light',
  contrast: 'plain',
  reducedMotion: false,
  isApple: false,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  words: MUTE,
  preset: 'standard',
  isReadOnly: false,
} as ConstructorParameters<typeof Editor>[1];

let open: OpenMap | null = null;
let editor: Editor | null = null;
let host: HTMLElement | null = null;
let ids: readonly ItemId[] = [];
let come: (text: string) => void = () => undefined;

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the editor is not open');
  return value;
}

/** As a person's wheel does it. */
function wheel(more: WheelEventInit): void {
  const place = { clientX: innerWidth / 2, clientY: innerHeight / 2, bubbles: true, cancelable: true };
  must(must(host).querySelector('canvas')).dispatchEvent(new WheelEvent('wheel', { ...place, ...more }));
}

/** A server that answers with the data when it is here, and with nothing else. */
function apiOf(data: Promise<string>): MapApi {
  return {
    ticket: () => new Promise(() => undefined),
    document: async () => ok({ lineage: 'benchlineage', seq: 1, text: await data }),
    socketUrl: '',
  };
}

function replaced(map: OpenMap): Promise<void> {
  return new Promise((resolve) => {
    const stop = map.subscribe((event) => {
      if (event.kind !== 'replaced') return;
      stop();
      resolve();
    });
  });
}

export const subject: Subject = {
  // As Bough's own page: the editor stands there before its map does.
  prepare: (element) => {
    host = element;
    const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
    const data = new Promise<string>((resolve) => {
      come = resolve;
    });
    const map: MapId = must(parseMapId(browserIds.long()));
    const person: PersonId = must(parsePersonId(browserIds.long()));
    open = connectMap({ ...ports, journals: openJournals(globalThis), api: apiOf(data) }, { map, person });
    editor = new Editor({ ...ports, open }, SETTINGS);
    editor.mount(element, { imageAddress: () => null, ask: null, keepImage: null, takeMapFile: null });
    editor.focus();
  },
  open: async (data) => {
    const map = must(open);
    const isThere = replaced(map);
    come(data);
    await isThere;
    ids = [...map.map.items.keys()];
  },
  pan: (dx, dy) => wheel({ deltaX: -dx, deltaY: -dy }),
  zoom: (factor) => wheel({ deltaY: -Math.log(factor) * 500, ctrlKey: true }),
  add: () => {
    must(editor).run('add-child');
  },
  items: () => must(open).map.items.size,
  show: async () => {
    const shown = must(editor);
    shown.show(must(ids[Math.floor(ids.length / 2)]));
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    const rect = must(shown.getSnapshot().focusedRect);
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  },
};
