import type { Cancel } from '@bough/base';
import {
  childrenOf,
  decodeMap,
  type Item,
  type ItemFields,
  type ItemId,
  type Link,
  type Op,
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  type Thread,
} from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import type { CommandId } from '../commands/command-id.ts';
import { isOffered } from '../commands/is-offered.ts';
import { setFields } from '../commands/mark.ts';
import { graft } from '../commands/graft.ts';
import { addBeside } from '../commands/grow.ts';
import { changeLink, removeLink } from '../commands/links.ts';
import { commandOf } from '../commands/table.ts';
import type { EditorComponents, EditorSettings } from '../core/editor-types.ts';
import { parseOutline } from '../commands/outline.ts';
import type { EditorSnapshot } from '../core/snapshot.ts';
import { spliceBetween } from '../core/typing/splice.ts';
import { type Planting, plantOutline } from '../commands/plant.ts';
import { Desk } from './desk.ts';
import type { KeepImage, TakeMapFile } from './files.ts';
import { Mounted } from './mounted.ts';
import { Runner } from './runner.ts';
import { Telling } from './telling.ts';
import { warmUp } from './warm-up.ts';
import { paintSheet } from './paint-sheet.ts';
import { paintUnseen } from './paint-unseen.ts';
import { Viewport } from './viewport.ts';

/** Everything that happens on the canvas, for one open map, from `mount` to `unmount`; it can be mounted again after. */
export class Editor {
  readonly #components: EditorComponents;
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  #settings: EditorSettings;
  #mounted: Mounted | null = null;
  readonly #telling: Telling;
  #keyAdds = 0;
  #menu: Spot | null = null;
  #planting: Planting | null = null;
  #isGreeted = false;
  #endWarmUp: Cancel = () => undefined;
  readonly #runner: Runner;
  readonly #askListeners = new Set<(command: CommandId, at: Spot | null) => void>();
  #keepImage: KeepImage | null = null;
  #takeMapFile: TakeMapFile | null = null;

  constructor(components: EditorComponents, settings: EditorSettings) {
    this.#components = components;
    this.#settings = settings;
    this.#desk = new Desk(
      components,
      {
        onChange: () => this.#changed(),
        onReplaced: () => {
          this.#endWarmUp();
          this.#viewport.repaint();
        },
        onPeer: (items) => this.#mounted?.announce(items),
        onShifted: (dx, dy) => this.#viewport.shift(dx, dy),
        onGoTo: () => this.#runner.reveal(),
        motionMs: () => (this.#settings.reducedMotion || this.#mounted === null ? null : components.clock.monotonic()),
      },
      () => this.#settings.isReadOnly,
    );
    this.#viewport = new Viewport(
      this.#desk,
      () => this.#settings,
      () => this.#changed(),
    );
    this.#runner = new Runner(this.#desk, this.#viewport, {
      mounted: () => this.#mounted,
      nowMs: () => components.clock.monotonic(),
      words: () => this.#settings.words,
      ask: (command, at) => this.#ask(command, at),
      openMenu: (at) => {
        this.#menu = at;
      },
    });
    this.#telling = new Telling(components.clock, () => this.#read());
  }

  /** Fills the host (a positioned element with a size) with canvas, words' box and tree. Undone by `unmount`. */
  mount(host: HTMLElement): void {
    this.unmount();
    this.#mounted = new Mounted(host, {
      clock: this.#components.clock,
      desk: this.#desk,
      viewport: this.#viewport,
      settings: () => this.#settings,
      run: (command) => this.#runByKey(command),
      ask: (command, at) => this.#ask(command, at),
      keepImage: () => this.#keepImage,
      takeMapFile: () => this.#takeMapFile,
      openMenu: (at) => {
        this.#menu = at;
      },
      changed: () => this.#changed(),
    });
    this.#viewport.repaint();
    this.#changed();
    if (this.#desk.open.facts().status.kind === 'opening') {
      this.#endWarmUp = warmUp({ clock: this.#components.clock, paint: paintUnseen(host.ownerDocument) });
    }
  }

  unmount(): void {
    this.#endWarmUp();
    this.#mounted?.remove();
    this.#mounted = null;
  }

  configure(settings: Partial<EditorSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#viewport.repaint();
    this.#changed();
  }

  /** Bound, as is `getSnapshot`: pass them to useSyncExternalStore as they are. */
  readonly subscribe = (listener: () => void): (() => void) => this.#telling.subscribe(listener);
  readonly getSnapshot = (): EditorSnapshot => this.#telling.getSnapshot();

  /** Whether the role lets do it at all: what it does not is shown nowhere. */
  offers(command: CommandId): boolean {
    return isOffered(command, this.#desk.open.facts().role, this.#settings.mayReadPast === true);
  }

  /** Whether the action can be done now: for menus and the palette. */
  can(command: CommandId): boolean {
    const { writes, group } = commandOf(command);
    if (command === 'note' || (command === 'comment' && this.offers(command)) || command === 'focus-branch')
      return this.#desk.focused !== null || this.#desk.focusOn !== null;
    const facts = this.#desk.open.facts();
    if (!this.offers(command) || (writes && !this.#desk.canWrite)) return false;
    if (command === 'undo') return facts.canUndo;
    if (command === 'redo') return facts.canRedo;
    if (command === 'commit' || command === 'newline') return this.#desk.editing !== null;
    const { focused } = this.#desk;
    if (command === 'promote' || command === 'demote' || command === 'select-parent') return focused?.parent != null;
    const needsItem = group === 'item' || group === 'text' || command === 'copy' || command === 'cut';
    return !needsItem || focused !== null || command === 'add-child' || command === 'menu';
  }

  /** Does it; false when it cannot be done now. */
  run(command: CommandId): boolean {
    if (!this.offers(command) || (commandOf(command).writes && !this.#desk.canWrite)) return false;
    const isDone = this.#runner.run(command);
    this.#changed();
    return isDone;
  }

  /** Sets fields on every selected item, as one step. */
  setFields(fields: Partial<ItemFields>): void {
    this.#desk.carryOut(setFields(this.#desk.world(), fields));
  }

  /** Replaces the note of one item by its smallest splice. */
  setNote(id: ItemId, note: string): void {
    this.#splice(id, 'note', note);
  }

  /** Replaces the words of one item by their smallest splice: for the outline, which edits all of the map. */
  setText(id: ItemId, text: string): void {
    this.#splice(id, 'text', text);
  }

  /** Sets fields of a link; its selection stays. */
  setLink(id: Link['id'], fields: Parameters<typeof changeLink>[2]): void {
    this.#desk.carryOut(changeLink(this.#desk.world(), id, fields), `link:${id}`);
  }

  removeLink(id: Link['id']): void {
    this.#desk.carryOut(removeLink(this.#desk.world(), id));
  }

  selectLink(id: Link['id'] | null): void {
    this.#desk.selectLink(id);
  }

  /** Words for where the caret is while an item is edited, instead of so many units before it. */
  insert(words: string, before: number): void {
    this.#mounted?.writer.insert(words, before);
  }

  /** An empty item right after this one (below it, for a root), not edited on the map; its name, or null. */
  addBelow(id: ItemId): ItemId | null {
    this.#desk.select([id]);
    const plan = addBeside(this.#desk.world(), 'after');
    const made = plan?.edit ?? null;
    return made !== null && this.#desk.carryOut({ ops: plan?.ops ?? [], select: [made] }) ? made : null;
  }

  /**
   * Makes the map look as the document does: one step, which undo takes back. False when nothing differs, nothing may change,
   * or the text is no map.
   */
  async restore(document: string): Promise<boolean> {
    const read = decodeMap(document);
    const code = await import('../commands/restore-ops.ts').catch(() => null);
    if (!read.ok || code === null) return false;
    const then = read.value;
    const { ids } = this.#components;
    const ports = { newItem: () => newItemId(ids), newLink: () => newLinkId(ids), childrenOf };
    const ops = code.restoreOps(this.#desk.map, then, ports);
    return ops.length > 0 && this.#desk.carryOut({ ops }, `restore:${ids.short()}`);
  }

  /** Hears commands that are the page's to do, with the place on the screen they are about. */
  onAsk(listener: (command: CommandId, at: { readonly x: number; readonly y: number } | null) => void): () => void {
    this.#askListeners.add(listener);
    return () => this.#askListeners.delete(listener);
  }

  /** How images that are dropped or pasted are kept; without it they are not taken. */
  set keepImage(keep: KeepImage | null) {
    this.#keepImage = keep;
  }

  /** Who reads a map of another program that is dropped here; without it none is taken. */
  set takeMapFile(take: TakeMapFile | null) {
    this.#takeMapFile = take;
  }

  /** Makes another map's changes branches of the focused item, in one step of undo; false when the map refused them. */
  graft(changes: readonly (readonly Op[])[]): boolean {
    return this.#desk.carryOut(graft(this.#desk.world(), changes), `graft:${this.#components.ids.short()}`);
  }

  /** The whole map, painted at once for a sheet of paper, as large as a browser can; null while there is none. */
  paintSheet(owner: Document): HTMLCanvasElement | null {
    return paintSheet(owner, this.#desk.picture.layout, (source) => this.#viewport.images.find(source));
  }

  /** Images that the person has chosen, for the selected item. */
  addFiles(files: readonly File[]): void {
    this.#mounted?.addFiles(files);
  }

  /** Every item in the order of the tree, folded ones too, with its level from 1: for the outline. Costs the whole map. */
  outline(): readonly { readonly item: Item; readonly level: number }[] {
    const rows: { item: Item; level: number }[] = [];
    const waiting = childrenOf(this.#desk.map, null)
      .toReversed()
      .map((id) => ({ id, level: 1 }));
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const item = this.#desk.map.items.get(at.id);
      if (item !== undefined) rows.push({ item, level: at.level });
      for (const id of childrenOf(this.#desk.map, at.id).toReversed()) waiting.push({ id, level: at.level + 1 });
    }
    return rows;
  }

  /** What people said about an item, oldest thread first. */
  threadsOf(id: ItemId): readonly Thread[] {
    return [...this.#desk.map.threads.values()].filter((thread) => thread.item === id);
  }

  /** Says something about an item: in a thread that is there, or in a new one. Who may only comment may do this. */
  comment(item: ItemId, text: string, thread: Thread['id'] | null): boolean {
    const { ids } = this.#components;
    const to = thread ?? newThreadId(ids);
    return this.#desk.open.change([{ kind: 'comment', thread: to, item, id: newCommentId(ids), text }]).ok;
  }

  resolve(thread: Thread['id'], isResolved: boolean): void {
    this.#desk.open.change([{ kind: 'resolve', thread, isResolved }]);
  }

  endPresent(): void {
    this.#runner.endPresent();
    this.#changed();
  }

  setTitle(title: string): void {
    if (title !== this.#desk.map.settings.title)
      this.#desk.carryOut({ ops: [{ kind: 'settings', fields: { title } }] });
  }

  select(ids: readonly ItemId[]): void {
    this.#desk.select(ids);
  }

  /** Flies to the item and selects it. */
  show(id: ItemId): void {
    this.#desk.goTo(id);
  }

  /** Searches as one types, and looks at the first match; null ends the search. */
  find(query: string | null): void {
    this.#desk.find(query);
    const { match } = this.#desk;
    if (match !== null) this.show(match);
  }

  /**
   * Makes this the map's content, once, as soon as the map is open: an outline's first line becomes the empty root, changes
   * take the root's place.
   */
  plant(what: Planting): void {
    this.#planting = what;
    this.#changed();
  }

  /** How many items' words a rectangle of the screen would cover: for chrome that stands beside them. */
  itemsUnder(rect: Rect): number {
    return this.#mounted?.itemsUnder(rect) ?? 0;
  }

  closeMenu(): void {
    this.#menu = null;
    this.#changed();
  }

  /** Forgets an own change that the map will never have: the person has seen it. */
  dismissRefused(counter: number): void {
    this.#desk.open.dismissRefused(counter);
  }

  /** Gives the keyboard back to the map. */
  focus(): void {
    this.#mounted?.focus();
  }

  #runByKey(command: CommandId): boolean {
    const isDone = this.run(command);
    if (isDone && (command === 'add-child' || command === 'add-after' || command === 'add-before')) this.#keyAdds++;
    return isDone;
  }

  #ask(command: CommandId, at: Spot | null): boolean {
    for (const listener of this.#askListeners) listener(command, at);
    return this.#askListeners.size > 0;
  }

  #changed(): void {
    this.#greet();
    this.#mounted?.follow();
    this.#telling.changed();
  }

  /** A map that was just opened: what was to be planted is, and an empty root waits for its first words. */
  #greet(): void {
    if (this.#isGreeted || this.#mounted === null || this.#desk.map.items.size === 0 || !this.#desk.canWrite) return;
    const root = this.#desk.emptyRoot;
    this.#isGreeted = true;
    if (root === null) return;
    const what = this.#planting;
    this.#planting = null;
    if (what === null) this.#desk.startEdit(root);
    else if (typeof what === 'string') {
      this.#desk.carryOut(plantOutline(this.#desk.world(), root, parseOutline(what)), 'plant');
    } else {
      for (const ops of what) this.#desk.carryOut({ ops });
      this.#desk.carryOut({ ops: [{ kind: 'remove', id: root }] });
    }
  }

  #splice(id: ItemId, field: 'text' | 'note', after: string): void {
    const splice = spliceBetween(this.#desk.map.items.get(id)?.[field] ?? '', after);
    if (splice !== null) this.#desk.carryOut({ ops: [{ kind: 'splice', id, field, ...splice }] }, `${field}:${id}`);
  }

  #focusedRect(): Rect | null {
    return this.#mounted?.focusedRect() ?? null;
  }

  #read(): EditorSnapshot {
    const desk = this.#desk;
    const { status, role, people, refused, canUndo, canRedo, isKept } = desk.open.facts();
    return {
      ...{ status, role, people, refused, canUndo, canRedo, isKept },
      link: desk.link,
      linkAt: this.#mounted?.linkAt() ?? null,
      linking: desk.linking,
      focusOn: desk.focusOn === null ? null : (desk.map.items.get(desk.focusOn) ?? null),
      present: this.#runner.present,
      version: desk.version,
      colonWord: this.#mounted?.colonWord() ?? null,
      title: desk.map.settings.title,
      selection: [...desk.selection.ids],
      focused: desk.focused,
      editing: desk.editing,
      zoom: this.#viewport.camera.scale,
      find: desk.findState,
      focusedRect: this.#focusedRect(),
      items: desk.map.items.size,
      keyAdds: this.#keyAdds,
      menu: this.#menu,
    };
  }
}
