import type { Cancel, PeerId } from '@bough/base';
import {
  chatOf,
  type Comment,
  decodeMap,
  type Item,
  type ItemFields,
  type ItemId,
  type Link,
  type Op,
  newCommentId,
  newItemId,
  newLinkId,
  type Sign,
  type Thread,
  threadsOn,
} from '@bough/map';
import type { Palette, Rect } from '@bough/scene';
import type { CommandId } from '../commands/table.ts';
import { type OutlineRow, rowsInOrder } from '../commands/edits/tree-walk.ts';
import type { RestoredPart } from '../commands/edits/restore-branch.ts';
import type { Planting } from '../commands/edits/plant.ts';
import { freeOf, type View } from '../core/camera/camera.ts';
import { canRun, offers } from '../core/snapshot/answers.ts';
import type { EditorComponents, EditorSettings } from '../core/ports/editor-types.ts';
import { isFoldedIn } from '../core/folding/folds.ts';
import type { Intent } from '../core/intent.ts';
import type { LineFacts } from '../core/ports/open-map.ts';
import type { PagePort } from '../core/ports/page-port.ts';
import { EditorSession } from '../core/editor-session.ts';
import { slidesOf } from '../core/steps.ts';
import { type EditorSnapshot, snapshotOf } from '../core/snapshot/snapshot.ts';
import { SnapshotPublisher } from '../core/snapshot/snapshot-publisher.ts';
import { Picture } from '../core/picture/picture.ts';
import { EditorView } from './editor-view.ts';
import type { Minimap } from './minimap.ts';
import { paintSheet } from './paint-sheet.ts';
import { paintUnseen } from './paint-unseen.ts';
import { warmUp } from './warm-up.ts';

const NO_VIEW: View = { width: 0, height: 0, insets: { top: 0, right: 0, bottom: 0, left: 0 } };

/** Everything that happens on the canvas, for one open map, from `mount` to `unmount`; it can be mounted again after. */
export class Editor {
  readonly #components: EditorComponents;
  readonly #session: EditorSession;
  readonly #publisher: SnapshotPublisher;
  #view: EditorView | null = null;
  #endWarmUp: Cancel = () => undefined;
  #isWarm = false;
  /** The page that it stands on. */
  #owner: Document | null = null;

  constructor(components: EditorComponents, settings: EditorSettings) {
    this.#components = components;
    this.#session = new EditorSession(components, settings, () => {
      if (this.#session.map.items.size > 0) this.#endWarmUp();
      else this.#warmUp();
      this.#publisher.changed();
    });
    this.#publisher = new SnapshotPublisher(components.clock, () => snapshotOf(this.#session.state, this.#session));
  }

  /** Fills the host (a positioned element with a size) with canvas, words' box and tree. Undone by `unmount`. */
  mount(host: HTMLElement, page: PagePort): void {
    this.unmount();
    this.#view = new EditorView(host, this.#session, page, this.#components.clock);
    this.#session.surface = this.#view;
    this.#owner = host.ownerDocument;
    this.#warmUp();
  }

  unmount(): void {
    this.#endWarmUp();
    this.#owner = null;
    if (this.#view === null) return;
    this.#view.remove();
    this.#view = null;
    this.#session.surface = null;
  }

  configure(settings: Partial<EditorSettings>): void {
    this.#session.settings = { ...this.#session.settings, ...settings };
    this.#view?.painter.repaint();
    this.#session.changed();
  }

  /** Bound, as is `getSnapshot`: pass them to useSyncExternalStore as they are. */
  readonly subscribe = (listener: () => void): (() => void) => this.#publisher.subscribe(listener);
  readonly getSnapshot = (): EditorSnapshot => this.#publisher.getSnapshot();

  /** Whether the role lets do it at all: what it does not is shown nowhere. */
  offers(command: CommandId): boolean {
    return offers(this.#session, command);
  }

  /** Whether the action can be done now: for menus and the palette. */
  can(command: CommandId): boolean {
    return canRun(this.#session.state, this.#session, command);
  }

  /** Does it; false when it cannot be done now. */
  run(command: CommandId): boolean {
    return this.#take({ kind: 'run', command });
  }

  /** Does it as the outline shows it, where siblings are one list; false when it cannot be done there now. */
  runInOutline(command: CommandId): boolean {
    return this.#take({ kind: 'run', command, isInOutline: true });
  }

  /** Sets fields on every selected item, as one step. */
  setFields(fields: Partial<ItemFields>): void {
    this.#take({ kind: 'set-fields', fields });
  }

  /** Whether the item is in the map now. */
  has(id: ItemId): boolean {
    return this.#session.map.items.has(id);
  }

  /** What is written in an item; null: it is not in the map now. */
  textOf(id: ItemId): string | null {
    return this.#session.map.items.get(id)?.text ?? null;
  }

  /** Replaces the note of one item by its smallest splice. */
  setNote(id: ItemId, text: string): void {
    this.#take({ kind: 'rewrite', id, field: 'note', text });
  }

  /** Replaces the words of one item by their smallest splice: for the outline, which edits all of the map. */
  setText(id: ItemId, text: string): void {
    this.#take({ kind: 'rewrite', id, field: 'text', text });
  }

  /** The item that is typed over says again what it said before, and what was typed goes on in a new one after it. */
  keepReplaced(): void {
    const { state, map } = this.#session;
    const words = state.replaced === null ? undefined : map.items.get(state.replaced.id)?.text;
    if (state.replaced === null || words === undefined) return;
    this.#take({ kind: 'rewrite', ...state.replaced, field: 'text' });
    this.#take({ kind: 'end-edit' });
    if (this.#take({ kind: 'run', command: 'add-after' })) this.#take({ kind: 'insert', words, before: 0 });
  }

  /** Sets fields of a link; its selection stays. */
  setLink(id: Link['id'], fields: Intent<'set-link'>['fields']): void {
    this.#take({ kind: 'set-link', id, fields });
  }

  removeLink(id: Link['id']): void {
    this.#take({ kind: 'remove-link', id });
  }

  selectLink(id: Link['id'] | null): void {
    this.#take({ kind: 'select-link', id });
  }

  /** Words for where the caret is while an item is edited, instead of so many units before it. */
  insert(words: string, before: number): void {
    this.#take({ kind: 'insert', words, before });
  }

  /** An empty item right after this one (below it, for a root), not edited on the map; its name, or null. */
  addBelow(id: ItemId): ItemId | null {
    return this.#take({ kind: 'add-below', id }) ? this.#session.state.selection.focus : null;
  }

  /**
   * Makes the map, or a part of it, look as the document does: one step, which undo takes back; a part is selected then. False when
   * nothing differs, nothing may change, or the text is no map.
   */
  async restore(document: string, part: RestoredPart | null = null): Promise<boolean> {
    const read = decodeMap(document);
    const code = await import('../commands/edits/restoring.ts').catch(() => null);
    if (!read.ok || code === null) return false;
    const { ids } = this.#components;
    const names = { item: () => newItemId(ids), link: () => newLinkId(ids) };
    const { ops, id } = code.restoring(this.#session.map, read.value, part, names);
    const isDone = ops.length > 0 && this.#take({ kind: 'change', ops, name: `restore:${ids.short()}` });
    if (id !== null) this.show(id);
    return isDone;
  }

  /** Makes another map's changes branches of the focused item, in one step of undo; false when the map refused them. */
  graft(changes: readonly (readonly Op[])[]): boolean {
    return this.#take({ kind: 'graft', changes });
  }

  /** The whole map, painted at once for a sheet of paper, as large as a browser can; null while there is none. */
  paintSheet(owner: Document): HTMLCanvasElement | null {
    const { layout, map, state } = this.#session;
    // Paper has what the map says, whatever one person has folded for themself.
    const shown = state.folds.own.size === 0 ? layout : new Picture(map).layout;
    return paintSheet(owner, shown, (source) => this.#view?.painter.images.find(source) ?? null);
  }

  /** All of the map as a small picture, drawn in the colours of the page. */
  async minimap(): Promise<Minimap> {
    const { Minimap: Made } = await import('./minimap.ts');
    return new Made(this.#session);
  }

  /** The window on the map, and the colours that it is drawn in; null while it stands on no page. */
  get onPage(): { readonly view: View; readonly palette: Palette } | null {
    return this.#view === null ? null : { view: this.#view.view, palette: this.#view.painter.palette };
  }

  /** How the line to the server stands; null while there is none to ask. */
  get line(): LineFacts | null {
    return this.#components.open.line ?? null;
  }

  /** Images that the person has chosen, for the selected item. */
  addFiles(files: readonly File[]): void {
    this.#take({ kind: 'files', files });
  }

  /** Every item in the order of the tree, folded ones too, with its level from 1: for the outline. Costs the whole map. */
  outline(): readonly OutlineRow[] {
    return rowsInOrder(this.#session.map);
  }

  /** Whether this person sees the item folded on the map. */
  isFolded(item: Pick<Item, 'id' | 'isFolded'>): boolean {
    return isFoldedIn(this.#session.state.folds, item);
  }

  /** What people said about an item, oldest thread first. */
  threadsOf(id: ItemId): readonly Thread[] {
    return threadsOn(this.#session.map, id);
  }

  /** Every thread of the map. Costs the whole of them. */
  threads(): readonly Thread[] {
    return [...this.#session.map.threads.values()];
  }

  /** Says something about an item: in a thread that is there, or in a new one. Who may only comment may do this. */
  comment(item: ItemId, text: string, thread: Thread['id'] | null): boolean {
    return this.#take({ kind: 'comment', item, text, thread });
  }

  /** Other words for a comment of one's own; null takes a comment away. False: it was not taken. */
  editComment(thread: Thread['id'], id: Thread['comments'][number]['id'], text: string | null): boolean {
    return this.#take({ kind: 'edit-comment', thread, id, text });
  }

  resolve(thread: Thread['id'], isResolved: boolean): void {
    this.#take({ kind: 'resolve', thread, isResolved });
  }

  /** What was written in the chat of the map, oldest first: the same list until somebody writes there. */
  chat(): readonly Comment[] {
    return chatOf(this.#session.map);
  }

  /** Writes in the chat; false: it was not taken. */
  say(text: string): boolean {
    return this.#take({ kind: 'talk', op: { kind: 'message', id: newCommentId(this.#components.ids), text } });
  }

  /** Other words for a message of one's own; null takes a message away. False: it was not taken. */
  editMessage(id: Comment['id'], text: string | null): boolean {
    return this.#take({ kind: 'talk', op: { kind: 'edit-message', id, text } });
  }

  /** Puts a sign of one's own on a comment, or on a message of the chat where the thread is null; or takes it away. */
  react(thread: Thread['id'] | null, id: Comment['id'], sign: Sign, isOn: boolean): void {
    this.#take({ kind: 'talk', op: { kind: 'react', thread, id, sign, isOn } });
  }

  /** The slides of the presentation, in order; none outside of one. */
  slides(): ReturnType<typeof slidesOf> {
    const { map, state } = this.#session;
    return slidesOf(map, state.present?.steps ?? []);
  }

  /** Shows the item as a slide, in a presentation that goes on or begins. */
  presentItem(id: ItemId): void {
    this.#take({ kind: 'present-item', id });
  }

  /** Shows this slide, counted from 0. */
  goToSlide(at: number): void {
    this.#take({ kind: 'slide-at', at });
  }

  /** Goes into what is below the slide that is shown. */
  goBelow(): void {
    this.#take({ kind: 'slide-below' });
  }

  /** Looks at the map with the eyes of somebody who is here, until this person moves; null: with one's own again. */
  follow(peer: PeerId | null): void {
    this.#take({ kind: 'follow-peer', peer });
  }

  endPresent(): void {
    this.#take({ kind: 'end-present' });
  }

  setTitle(title: string): void {
    this.#take({ kind: 'title', title });
  }

  select(ids: readonly ItemId[]): void {
    this.#take({ kind: 'select', ids });
  }

  /** Flies to the item and selects it. */
  show(id: ItemId): void {
    this.#take({ kind: 'show', id });
  }

  /** Flies from blank paper to where the map is. */
  findBack(): void {
    this.#take({ kind: 'find-back' });
  }

  /** Searches as one types, and looks at the first match; null ends the search. */
  find(query: string | null): void {
    this.#take({ kind: 'find', query });
  }

  /**
   * Makes this the map's content, once, as soon as the map is open: an outline's first line becomes the empty root, changes
   * take the root's place.
   */
  plant(what: Planting): void {
    this.#take({ kind: 'plant', what });
  }

  /** How many items' words a rectangle of the screen would cover: for chrome that stands beside them. */
  itemsUnder(rect: Rect): number {
    return this.#view?.itemsUnder(rect) ?? 0;
  }

  /** The part of the screen that chrome leaves free. */
  freeArea(): Rect {
    return freeOf(this.#view?.view ?? NO_VIEW);
  }

  /** The person has read that the map opened folded. */
  endFoldNews(): void {
    this.#take({ kind: 'fold-news-seen' });
  }

  closeMenu(): void {
    this.#take({ kind: 'close-menu' });
  }

  /** Forgets an own change that the map will never have: the person has seen it. */
  dismissRefused(counter: number): void {
    this.#session.open.dismissRefused(counter);
  }

  /** Gives the keyboard back to the map. */
  focus(): void {
    this.#view?.focus();
  }

  /** Once a server is asked, and not before: what this browser has is not to wait behind it. */
  #warmUp(): void {
    const { status } = this.#session.facts;
    if (this.#isWarm || this.#owner === null || status.kind !== 'opening' || !status.isAsked) return;
    this.#isWarm = true;
    this.#endWarmUp = warmUp({ clock: this.#components.clock, paint: paintUnseen(this.#owner) });
  }

  #take(intent: Intent): boolean {
    return this.#session.dispatch(intent);
  }
}
