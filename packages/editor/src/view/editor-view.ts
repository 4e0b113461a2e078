import { type Cancel, type Clock, unreachable } from '@bough/base';
import type { Item, ItemId } from '@bough/map';
import type { Rect } from '@bough/scene';
import { BRANCHES_TYPE } from '../clipboard/branches.ts';
import { rectToScreen, toMap, type View } from '../core/camera/camera.ts';
import { focusedOf } from '../core/context.ts';
import type { Brought } from '../core/intent.ts';
import type { PagePort } from '../core/ports/page-port.ts';
import { pageFigures } from '../core/picture/page-figures.ts';
import type { EditorSession, Surface } from '../core/editor-session.ts';
import { isFoldedIn } from '../core/folding/folds.ts';
import type { Effect } from '../core/step.ts';
import { rowsOf } from '../core/snapshot/tree-rows.ts';
import { AriaTree } from './aria-tree.ts';
import type { FileHost } from './files.ts';
import { MapPainter } from './map-painter.ts';
import { hearPointers, spotOf } from './pointers.ts';
import { Stage } from './stage.ts';
import { WordsBox } from './words-box.ts';
import { loadFaces } from './faces.ts';

let mounts = 0;

/**
 * The editor's elements in their host: what is done to them becomes intents, what the session has to show is painted, and its effects
 * are done. Nothing is decided here.
 */
export class EditorView implements Surface {
  readonly box: WordsBox;
  readonly painter: MapPainter;
  readonly #session: EditorSession;
  readonly #page: PagePort;
  readonly #clock: Clock;
  readonly #stage: Stage;
  readonly #tree: AriaTree;
  readonly #files: FileHost;
  readonly #ended = new AbortController();
  readonly #timers = new Set<Cancel>();
  #frame = 0;
  #cancelLater: Cancel | null = null;
  /** What the clipboard's own event carries away, while there is one. */
  #clipboard: DataTransfer | null = null;
  /** What the tree was last made of. */
  #heard: readonly unknown[] = [];

  constructor(host: HTMLElement, session: EditorSession, page: PagePort, clock: Clock) {
    this.#session = session;
    this.#page = page;
    this.#clock = clock;
    const owner = host.ownerDocument;
    this.painter = new MapPainter(session, page.imageAddress, () => this.#stage);
    const repaint = (): void => {
      this.painter.repaint();
      session.changed();
    };
    this.#stage = new Stage(host, repaint);
    const onImages = (): void => {
      this.painter.images.retry();
      repaint();
    };
    this.#files = { session, page, onImages };
    this.box = new WordsBox(owner, {
      onKey: (event) => {
        if (session.dispatch({ kind: 'key', press: event })) event.preventDefault();
      },
      onInput: () => session.dispatch({ kind: 'typed' }),
      onCompositionStart: () => session.dispatch({ kind: 'composing' }),
      onCompositionEnd: () => session.dispatch({ kind: 'typed' }),
      onCaret: () => {
        if (session.state.editing !== null) session.dispatch({ kind: 'caret-moved' });
      },
      onBlur: () => {
        // Another window came to the front: the edit waits. Another part of the page: the words are kept.
        if (owner.hasFocus()) session.dispatch({ kind: 'blurred' });
      },
      onCopy: (event, isCut) => {
        this.#clipboard = event.clipboardData;
        if (session.dispatch({ kind: 'copied', isCut })) event.preventDefault();
        this.#clipboard = null;
      },
      onPaste: (event) => {
        const what = event.clipboardData;
        if (what !== null && session.dispatch({ kind: 'pasted', what: broughtBy(what) })) event.preventDefault();
      },
    });
    this.#tree = new AriaTree(owner, `bough-${mounts++}-`, (id) => this.#choose(id));
    const { surface } = this.#stage;
    surface.append(this.box.element, this.#tree.element);
    const { signal } = this.#ended;
    hearPointers(this.#stage.base.canvas, (intent) => session.dispatch(intent), signal);
    surface.addEventListener('dragover', (event) => event.preventDefault());
    surface.addEventListener('drop', (event) => {
      event.preventDefault();
      const what = event.dataTransfer;
      const at = spotOf(surface, event);
      if (what !== null) session.dispatch({ kind: 'dropped', at, what: broughtBy(what) });
      this.focus();
    });
    signal.addEventListener(
      'abort',
      pageFigures.subscribe(() => session.showFigures()),
    );
    // Words are measured by tables, but painted by the face: the first paint may come before it.
    owner.fonts.addEventListener('loadingdone', () => this.painter.faceCame(), { signal });
    owner.fonts.addEventListener('loadingdone', repaint, { signal });
    void loadFaces(owner);
  }

  get view(): View {
    return this.#stage.view(this.#session.settings.insets);
  }
  get canAsk(): boolean {
    return this.#page.ask !== null;
  }
  get imageAddress(): PagePort['imageAddress'] {
    return this.#page.imageAddress;
  }

  focus(): void {
    this.box.element.focus({ preventScroll: true });
  }

  /** By the tree that readers have. */
  #choose(id: ItemId): void {
    this.#session.dispatch({ kind: 'select', ids: [id] });
    this.#session.dispatch({ kind: 'reveal' });
    this.focus();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#cancelLater?.();
    for (const cancel of this.#timers) cancel();
    this.#ended.abort();
    this.painter.end();
    this.#stage.remove();
  }

  /** Something changed: the box follows at once (a key may come next), the rest with the next frame. */
  follow(): void {
    const { editing, selection } = this.#session.state;
    this.box.setEditing(editing !== null && editing === selection.focus);
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** How many items' words a rectangle of the screen would cover. */
  itemsUnder(rect: Rect): number {
    const { camera } = this.#session.state.look;
    const { x, y } = toMap(camera, rect);
    const area = { x, y, width: rect.width / camera.scale, height: rect.height / camera.scale };
    return this.#session.layout.itemsIn(area).length;
  }

  perform(effect: Parameters<Surface['perform']>[0]): void {
    switch (effect.kind) {
      case 'repaint':
        return this.painter.repaint();
      case 'focus':
        return this.focus();
      case 'hold':
        return this.box.hold(effect.text, effect.caret);
      case 'say':
        return this.#tree.say(effect.words);
      case 'ask':
        return this.#page.ask?.(effect.command, effect.at);
      case 'open':
        this.box.element.ownerDocument.defaultView?.open(effect.href, '_blank', 'noopener,noreferrer');
        return;
      case 'wake':
        return this.#wake(effect);
      case 'carry':
        this.#clipboard?.setData('text/plain', effect.text);
        this.#clipboard?.setData('text/html', effect.html);
        this.#clipboard?.setData(BRANCHES_TYPE, effect.branches);
        return;
      case 'copy':
        return this.#copy(effect.isCut, effect.text);
      case 'write-clipboard':
        void navigator.clipboard.writeText(effect.text).catch(() => undefined);
        return;
      case 'read-clipboard':
        navigator.clipboard.readText().then(
          (text) => this.#session.dispatch({ kind: 'pasted-text', text, isOne: effect.isOne }),
          () => undefined,
        );
        return;
      case 'take-files':
        return this.#read((code) => code.takeFiles(this.#files, effect));
      case 'read-html':
        return this.#read(
          (code) => code.readHtml(this.#files, effect),
          () => this.#session.dispatch({ kind: 'pasted-text', text: effect.text, isOne: false }),
        );
      case 'adopt':
        return this.#read((code) => code.adoptImages(this.#files, effect.branches));
      default:
        unreachable(effect);
    }
  }

  /** The code that reads files is fetched with the first one. */
  #read(by: (code: typeof import('./files.ts')) => Promise<void>, orElse?: () => void): void {
    void import('./files.ts').then(by, orElse).catch(() => undefined);
  }

  #wake({ afterMs, intent }: Effect<'wake'>): void {
    const cancel = this.#clock.after(afterMs, () => {
      this.#timers.delete(cancel);
      this.#session.dispatch(intent);
    });
    this.#timers.add(cancel);
  }

  /** The browser fires its own event, which carries every form at once; where it does not, the text alone is copied. */
  #copy(isCut: boolean, text: string): void {
    this.focus();
    if (this.box.element.ownerDocument.execCommand(isCut ? 'cut' : 'copy')) return;
    void navigator.clipboard.writeText(text).then(
      () => isCut && this.#session.dispatch({ kind: 'plan', command: 'delete-branch', text: '', isKey: false }),
      () => undefined,
    );
  }

  #paint(): void {
    this.#frame = 0;
    const { view } = this;
    // Before there is a map one sees the page's own paper, and the browser is free to read.
    if (view.width === 0 || this.#session.facts.status.kind === 'opening') return;
    const cursor = this.#session.state.hand.line === null ? '' : 'pointer';
    const { style } = this.#stage.base.canvas;
    if (style.cursor !== cursor) style.cursor = cursor;
    const isBusy = this.painter.paint(this.#stage, view, this.#clock.monotonic());
    this.#stage.show();
    this.#placeWords();
    this.#showTree();
    if (isBusy) this.#frame = requestAnimationFrame(() => this.#paint());
    else this.#paintAt(this.painter.nextMs);
    this.#session.endFrame(isBusy);
  }

  /** Has a frame painted then, unless one is before. */
  #paintAt(atMs: number | null): void {
    this.#cancelLater?.();
    this.#cancelLater = atMs === null ? null : this.#clock.after(atMs - this.#clock.monotonic(), () => this.follow());
  }

  #placeWords(): void {
    const session = this.#session;
    const item = focusedOf(session.state, session);
    const words = item === null ? null : session.layout.words(item.id);
    if (words === null) return;
    const { camera } = session.state.look;
    this.box.place(words, rectToScreen(camera, words), camera.scale, this.painter.palette.resolve('ink'));
  }

  #showTree(): void {
    const { map, version, settings, state } = this.#session;
    const { selection } = state;
    const { focus, ids } = selection;
    const { words, reads } = settings;
    // Who edits hears the box; a pan changes nothing of what is heard.
    const at = state.editing !== null && state.editing === focus ? null : focus;
    const hears = [version, selection, at, words, reads];
    if (hears.every((one, i) => one === this.#heard[i])) return;
    this.#heard = hears;
    const name = words.tree(map.settings.title);
    const isFolded = (item: Item): boolean => isFoldedIn(state.folds, item);
    const hiddenBelow = (id: ItemId): number => this.#session.layout.box(id)?.hidden ?? 0;
    const rows = rowsOf(map, focus, ids, reads, isFolded, hiddenBelow);
    this.#tree.show(rows, at, name, words, this.box.element);
    this.box.element.setAttribute('aria-label', name);
  }
}

function broughtBy(data: DataTransfer): Brought {
  return {
    branches: data.getData(BRANCHES_TYPE),
    html: data.getData('text/html'),
    text: data.getData('text/plain'),
    addresses: data.getData('text/uri-list'),
    files: [...data.files],
  };
}
