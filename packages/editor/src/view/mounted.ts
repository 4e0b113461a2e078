import type { Clock } from '@bough/base';
import type { Rect, Spot } from '@bough/scene';
import { type Camera, rectToScreen, toMap, toScreen, type View } from '../core/camera/camera.ts';
import type { CommandId } from '../commands/command-id.ts';
import { commandFor, isTyping } from '../commands/keys.ts';
import type { EditorSettings } from '../core/editor-types.ts';
import type { Selection } from '../commands/selection.ts';
import { rowsOf } from '../core/tree-rows.ts';
import { AriaTree } from './aria-tree.ts';
import type { Desk } from './desk.ts';
import { colonWordAt, type ColonWord } from '../core/typing/colon-word.ts';
import { Files, type KeepImage, type TakeMapFile } from './files.ts';
import { Gestures } from './gestures.ts';
import { pageFigures } from '../core/picture/page-figures.ts';
import { Pointers } from './pointers.ts';
import { Stage } from './stage.ts';
import type { Viewport } from './viewport.ts';
import { Writer } from './writer.ts';

/** What stands on the page needs of the editor. */
export interface MountedHost {
  readonly clock: Clock;
  readonly desk: Desk;
  readonly viewport: Viewport;
  readonly settings: () => EditorSettings;
  /** A key's command; false when it could not be done. */
  readonly run: (command: CommandId) => boolean;
  readonly ask: (command: CommandId, at: Spot | null) => boolean;
  readonly keepImage: () => KeepImage | null;
  readonly takeMapFile: () => TakeMapFile | null;
  readonly openMenu: (at: Spot) => void;
  readonly changed: () => void;
}

const ANNOUNCE_MS = 3000;
/** A camera that stands still for so long rests. */
const REST_MS = 80;
/** The face as the map writes it: asked for before the first word is painted. */
const WEIGHTS = [400, 500, 600, 700];
let mounts = 0;

/** The editor's elements in their host, and the frames that are painted while something changes. */
export class Mounted {
  readonly writer: Writer;
  readonly #host: MountedHost;
  readonly #stage: Stage;
  readonly #tree: AriaTree;
  readonly #gestures: Gestures;
  readonly #pointers: Pointers;
  readonly #files: Files;
  readonly #fonts: FontFaceSet;
  readonly #onFonts = (): void => {
    this.#host.viewport.repaint();
    this.#host.changed();
  };
  readonly #stopFigures: () => void;
  #frame = 0;
  #cursor: Spot | null = null;
  #isBusy = false;
  /** Where the camera rested last, and where it is on its way since. */
  #resting: Camera | null = null;
  #moved: Camera | null = null;
  #cancelRest: () => void = () => undefined;
  /** What the tree was last made of. */
  #heard: { readonly version: number; readonly selection: Selection; readonly words: EditorSettings['words'] } | null =
    null;
  #peerItems = 0;
  #cancelAnnounce: () => void = () => undefined;

  constructor(element: HTMLElement, host: MountedHost) {
    this.#host = host;
    const owner = element.ownerDocument;
    this.#stage = new Stage(element, () => {
      host.viewport.repaint();
      host.changed();
    });
    this.writer = new Writer(
      owner,
      host.desk,
      (event) => this.#key(event),
      (files) => void this.#files.take(files),
      { addressOf: (source) => host.settings().imageAddress(source), pasted: (text) => void this.#files.adopt(text) },
    );
    this.#files = new Files(host.desk, this.writer, {
      keepImage: host.keepImage,
      takeMapFile: host.takeMapFile,
      addressOf: (source) => host.settings().imageAddress(source),
      repaint: () => {
        host.viewport.images.retry();
        host.viewport.repaint();
        host.changed();
      },
      reveal: () => {
        const id = host.desk.selection.focus;
        const box = id === null ? null : host.desk.picture.layout.box(id);
        if (box !== null) host.viewport.reveal(box, this.view, host.clock.monotonic());
        host.changed();
      },
    });
    this.#tree = new AriaTree(owner, `bough-${mounts++}-`, (id) => host.desk.select([id]));
    this.#stage.surface.append(this.writer.box.element, this.#tree.element);
    this.#gestures = new Gestures(host.desk, host.viewport, {
      changed: host.changed,
      settings: host.settings,
      nowMs: () => host.clock.monotonic(),
      ask: host.ask,
      openMenu: host.openMenu,
      openHref: (href) => owner.defaultView?.open(href, '_blank', 'noopener,noreferrer'),
    });
    this.#pointers = new Pointers(this.#stage.base.canvas, {
      clock: host.clock,
      targetAt: (at, isTouch) => this.#gestures.targetAt(at, isTouch),
      isSelected: (id) => [...host.desk.selection.ids].some((one) => one === id),
      perform: (intent) => this.#gestures.perform(intent),
      hover: (at) => this.#hover(at),
      finishEdit: () => {
        host.desk.endEdit();
        this.focus();
      },
    });
    this.#hearDrops(this.#stage.surface);
    this.#stopFigures = pageFigures.subscribe(() => host.desk.showFigures());
    // Words are measured by tables, but painted by the face: the first paint may come before it.
    this.#fonts = owner.fonts;
    this.#fonts.addEventListener('loadingdone', this.#onFonts);
    for (const weight of WEIGHTS) void this.#fonts.load(`${weight} 16px 'Inter Variable'`);
  }

  get view(): View {
    return this.#stage.view(this.#host.settings().insets);
  }

  focus(): void {
    this.writer.box.element.focus({ preventScroll: true });
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#cancelAnnounce();
    this.#cancelRest();
    this.#pointers.end();
    this.#stopFigures();
    this.#fonts.removeEventListener('loadingdone', this.#onFonts);
    this.#stage.remove();
  }

  /** Something changed: the box follows at once (a key may come next), the rest with the next frame. */
  follow(): void {
    this.writer.follow();
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Where the focused item is on the screen; null while it is off screen or on the move. */
  focusedRect(): Rect | null {
    const { desk, viewport } = this.#host;
    const box = desk.focused === null ? null : desk.picture.layout.box(desk.focused.id);
    if (box === null || this.#isMoving || viewport.preview.isDragging) return null;
    const rect = rectToScreen(viewport.camera, box);
    const { width, height } = this.view;
    const isSeen = rect.x < width && rect.y < height && rect.x + rect.width > 0 && rect.y + rect.height > 0;
    return isSeen ? rect : null;
  }

  /** How many items' words a rectangle of the screen would cover. */
  itemsUnder(rect: Rect): number {
    const { desk, viewport } = this.#host;
    const { x, y } = toMap(viewport.camera, rect);
    const { scale } = viewport.camera;
    return desk.picture.layout.itemsIn({ x, y, width: rect.width / scale, height: rect.height / scale }).length;
  }

  addFiles(files: readonly File[]): void {
    void this.#files.take(files);
  }

  /** Where the selected link's middle is on the screen. */
  linkAt(): Spot | null {
    const { desk, viewport } = this.#host;
    const rect = desk.linkRect;
    if (rect === null || this.#isMoving) return null;
    return toScreen(viewport.camera, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  }

  /** What is typed behind a colon at the caret, and where the words stand. */
  colonWord(): (ColonWord & Spot) | null {
    const { desk } = this.#host;
    const { box } = this.writer;
    if (desk.editing === null || box.isComposing) return null;
    const found = colonWordAt(box.value, box.caret);
    const rect = found === null ? null : this.focusedRect();
    return found === null || rect === null ? null : { ...found, x: rect.x, y: rect.y + rect.height };
  }

  /** Said politely, once. */
  say(words: string): void {
    this.#tree.say(words);
  }

  /** Peers changed so many items: said once in a while. */
  announce(items: number): void {
    this.#peerItems += items;
    if (this.#peerItems > items) return;
    this.#cancelAnnounce = this.#host.clock.after(ANNOUNCE_MS, () => {
      const names = [...new Set(this.#host.desk.open.facts().people.map((peer) => peer.name))].join(', ');
      this.#tree.say(this.#host.settings().words.peerChanged(names, this.#peerItems));
      this.#peerItems = 0;
    });
  }

  #paint(): void {
    this.#frame = 0;
    const { desk, viewport, clock } = this.#host;
    const { view } = this;
    if (view.width === 0) return;
    viewport.placeOnce(view);
    desk.middle = viewport.middle(view);
    this.#gestures.showHandle();
    const wasBusy = this.#isBusy;
    this.#isBusy = viewport.paint(this.#stage, view, clock.monotonic());
    this.#placeWords();
    this.#showTree();
    this.#share();
    if (this.#isBusy) this.#frame = requestAnimationFrame(() => this.#paint());
    this.#rest(wasBusy);
    if (wasBusy !== this.#isBusy) this.#host.changed();
  }

  /** Whether what is on the map stands elsewhere on the screen in the next frame. */
  get #isMoving(): boolean {
    const { viewport } = this.#host;
    return viewport.isFlying || this.#isBusy || viewport.camera !== this.#resting;
  }

  /** What stands beside an item on the page waits until a hand that pans or zooms rests: it would be moved in each frame. */
  #rest(wasBusy: boolean): void {
    const { camera } = this.#host.viewport;
    if (camera === this.#resting || (camera === this.#moved && !wasBusy)) return;
    this.#cancelRest();
    this.#moved = camera;
    if (this.#isBusy) return;
    const rest = (): void => {
      this.#resting = camera;
      this.#host.changed();
    };
    if (wasBusy || this.#resting === null) rest();
    else this.#cancelRest = this.#host.clock.after(REST_MS, rest);
  }

  #placeWords(): void {
    const { desk, viewport } = this.#host;
    const words = desk.focused === null ? null : desk.picture.layout.words(desk.focused.id);
    if (words === null) return;
    this.writer.box.place(
      words,
      rectToScreen(viewport.camera, words),
      viewport.camera.scale,
      viewport.palette.resolve('ink'),
    );
  }

  #showTree(): void {
    const { desk } = this.#host;
    const { words } = this.#host.settings();
    const { version, selection } = desk;
    const heard = this.#heard;
    // A pan changes nothing of what is heard.
    if (heard?.version === version && heard.selection === selection && heard.words === words) return;
    this.#heard = { version, selection, words };
    const { focus, ids } = selection;
    const name = words.tree(desk.map.settings.title);
    this.#tree.show(rowsOf(desk.map, focus, ids), focus, name, words.emptyItem, this.writer.box.element);
    this.writer.box.element.setAttribute('aria-label', name);
  }

  #share(): void {
    const { desk, viewport } = this.#host;
    const { camera } = viewport;
    const cursor =
      this.#cursor === null
        ? null
        : { x: this.#cursor.x / camera.scale + camera.x, y: this.#cursor.y / camera.scale + camera.y };
    desk.open.share({ cursor, selection: [...desk.selection.ids].slice(-20), editing: desk.editing });
  }

  #hover(at: Spot | null): void {
    this.#cursor = at;
    this.#gestures.hover(at);
    this.#share();
  }

  #hearDrops(surface: HTMLElement): void {
    surface.addEventListener('dragover', (event) => event.preventDefault());
    surface.addEventListener('drop', (event) => {
      event.preventDefault();
      const bounds = surface.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
      const target = this.#gestures.targetAt(at, false);
      const { desk, viewport } = this.#host;
      const on = target.kind === 'paper' ? null : (desk.itemOf(target.id)?.id ?? null);
      if (event.dataTransfer !== null) this.#files.drop(event.dataTransfer, on, toMap(viewport.camera, at));
      this.focus();
    });
  }

  #key(event: KeyboardEvent): void {
    const { desk, settings, run } = this.#host;
    const isEditing = desk.editing !== null;
    const focus = desk.selection.focus;
    const growsLeft = focus !== null && desk.picture.layout.box(focus)?.side === 'left';
    const { isApple, preset } = settings();
    const command = commandFor(event, { isEditing, isApple, growsLeft, preset });
    if (command === 'paste-text') this.writer.pasteAsOne();
    // The browser fires the clipboard's own events for these.
    if (command === 'copy' || command === 'cut' || command === 'paste' || command === 'paste-text') return;
    // With nothing selected Tab goes on through the page, so that nobody is caught in the map.
    if (command === 'add-child' && event.key === 'Tab' && focus === null) return;
    if (command !== null) {
      // Shift+Tab with nowhere to go, and Tab for who may not write, leave the map as in any page.
      if (run(command) || event.key !== 'Tab') event.preventDefault();
      return;
    }
    if (!isEditing && !isTyping(event) && EDITING_KEYS.has(event.key)) event.preventDefault();
  }
}

/** Keys that would move the unseen caret and lose "everything is selected", by which typing replaces the words. */
const EDITING_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);
