import { type ClientId, type MapId, ok, type PersonId, type PrefixName } from '@bough/base';
import { LinkedMap } from '../connection/linked-map.ts';
import type { MapApi } from '../connection/map-api.ts';
import { MapLink } from '../connection/map-link.ts';
import { EditorSession, type Surface } from '../core/editor-session.ts';
import { browserClock, browserIds, browserRandom } from '../view/browser-ports.ts';
import { SETTINGS } from './person.ts';

/** What the page of one map was given by its server. */
interface PageFacts {
  readonly map: MapId;
  readonly client: ClientId;
  readonly person: PersonId;
  readonly ticket: string;
  readonly socketUrl: string;
  readonly document: PrefixName & { readonly text: string };
}

/** The editor of one map with its real connection and clock, and without a DOM: whoever types puts words into the box. */
export class PageInNode {
  readonly session: EditorSession;
  readonly box = { value: '', caret: { start: 0, end: 0 }, isComposing: false, caretRect: null };

  constructor({ map, client, person, ticket, socketUrl, document }: PageFacts) {
    const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
    const api: MapApi = { ticket: async () => ok(ticket), document: async () => ok(document), socketUrl };
    const open = new LinkedMap(client);
    const link = new MapLink(
      { ...ports, api, store: null, notify: (event) => open.heard(event) },
      { map, client, person },
    );
    open.attach(link, () => undefined);
    link.start(null);
    this.session = new EditorSession({ ...ports, open }, SETTINGS, () => undefined);
    const surface: Surface = {
      view: { width: 1280, height: 800, insets: SETTINGS.insets },
      box: this.box,
      canAsk: false,
      imageAddress: () => null,
      follow: () => undefined,
      perform: (effect) => {
        if (effect.kind !== 'hold') return;
        this.box.value = effect.text;
        this.box.caret = effect.caret ?? { start: 0, end: effect.text.length };
      },
    };
    this.session.surface = surface;
  }

  /** Whether the map is here and nothing is on its way. */
  get isQuiet(): boolean {
    return this.session.facts.status.kind === 'saved';
  }

  /** The words of the map's items. */
  get words(): string {
    return [...this.session.map.items.values()].map(({ text }) => text).join(' ');
  }

  /** Types one letter behind the words in the box. */
  type(letter: string): void {
    const value = this.box.value + letter;
    Object.assign(this.box, { value, caret: { start: value.length, end: value.length } });
    this.session.dispatch({ kind: 'typed' });
  }
}
