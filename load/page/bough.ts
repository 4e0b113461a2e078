import '@fontsource-variable/inter/wght.css';
import { browserClock, browserIds, browserRandom, Editor, openLocalMap } from '@bough/editor';
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
  imageAddress: () => null,
} as ConstructorParameters<typeof Editor>[1];

let editor: Editor | null = null;
let host: HTMLElement | null = null;
let ids: readonly ItemId[] = [];

function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the editor is not open');
  return value;
}

/** As a person's wheel does it. */
function wheel(more: WheelEventInit): void {
  const place = { clientX: innerWidth / 2, clientY: innerHeight / 2, bubbles: true, cancelable: true };
  must(must(host).querySelector('canvas')).dispatchEvent(new WheelEvent('wheel', { ...place, ...more }));
}

export const subject: Subject = {
  open: async (element, data) => {
    host = element;
    const random = browserRandom;
    const open = openLocalMap({ clock: browserClock, random, ids: browserIds }, { text: data });
    editor = new Editor({ open, clock: browserClock, random, ids: browserIds }, SETTINGS);
    editor.mount(element);
    editor.focus();
    ids = [...open.map.items.keys()];
  },
  pan: (dx, dy) => wheel({ deltaX: -dx, deltaY: -dy }),
  zoom: (factor) => wheel({ deltaY: -Math.log(factor) * 500, ctrlKey: true }),
  add: () => {
    must(editor).run('add-child');
  },
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
