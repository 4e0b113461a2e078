import type { ItemFields, ItemId } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import type { CommandId } from '../commands/command-id.ts';
import { setFields } from '../commands/mark.ts';
import { planFor } from '../commands/plan.ts';
import { commandOf } from '../commands/table.ts';
import type { EditorComponents, EditorSettings } from '../editor-types.ts';
import { parseOutline } from '../outline/outline.ts';
import type { EditorSnapshot } from '../snapshot.ts';
import { spliceBetween } from '../typing/splice.ts';
import { plantOutline } from '../commands/plant.ts';
import { Desk } from './desk.ts';
import { Mounted } from './mounted.ts';
import { sameSnapshot } from './same-snapshot.ts';
import { runView } from './view-commands.ts';
import { Viewport } from './viewport.ts';

/** Everything that happens on the canvas, for one open map, from `mount` to `unmount`; it can be mounted again after. */
export class Editor {
  readonly #components: EditorComponents;
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  readonly #listeners = new Set<() => void>();
  #settings: EditorSettings;
  #mounted: Mounted | null = null;
  #snapshot: EditorSnapshot;
  #isTelling = false;
  #keyAdds = 0;
  #menu: Spot | null = null;
  #planting: string | null = null;
  #isGreeted = false;

  constructor(components: EditorComponents, settings: EditorSettings) {
    this.#components = components;
    this.#settings = settings;
    this.#desk = new Desk(components, {
      onChange: () => this.#changed(),
      onReplaced: () => this.#viewport.repaint(),
      onPeer: (items) => this.#mounted?.announce(items),
      motionMs: () => (this.#settings.reducedMotion || this.#mounted === null ? null : components.clock.monotonic()),
    });
    this.#viewport = new Viewport(this.#desk, () => this.#settings);
    this.#snapshot = this.#read();
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
      openMenu: (at) => {
        this.#menu = at;
      },
      changed: () => this.#changed(),
    });
    this.#viewport.repaint();
    this.#changed();
  }

  unmount(): void {
    this.#mounted?.remove();
    this.#mounted = null;
  }

  configure(settings: Partial<EditorSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#viewport.repaint();
    this.#changed();
  }

  /** Bound, as is `getSnapshot`: pass them to useSyncExternalStore as they are. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): EditorSnapshot => this.#snapshot;

  /** Whether the action can be done now: for menus and the palette. */
  can(command: CommandId): boolean {
    const { writes, group } = commandOf(command);
    const facts = this.#desk.open.facts();
    if (writes && !this.#desk.canWrite) return false;
    if (command === 'undo') return facts.canUndo;
    if (command === 'redo') return facts.canRedo;
    if (command === 'commit' || command === 'newline') return this.#desk.editing !== null;
    const focused = this.#desk.focused;
    if (command === 'promote' || command === 'demote' || command === 'select-parent') return focused?.parent != null;
    const needsItem = group === 'item' || group === 'text' || command === 'copy' || command === 'cut';
    return !needsItem || focused !== null || command === 'add-child' || command === 'menu';
  }

  /** Does it; false when it cannot be done now. */
  run(command: CommandId): boolean {
    if (commandOf(command).writes && !this.#desk.canWrite) return false;
    const isDone = this.#runAny(command);
    this.#changed();
    return isDone;
  }

  /** Sets fields on every selected item, as one step. */
  setFields(fields: Partial<ItemFields>): void {
    this.#desk.carryOut(setFields(this.#desk.world(), fields));
  }

  /** Replaces the note of one item by its smallest splice. */
  setNote(id: ItemId, note: string): void {
    const splice = spliceBetween(this.#desk.map.items.get(id)?.note ?? '', note);
    if (splice !== null) this.#desk.carryOut({ ops: [{ kind: 'splice', id, field: 'note', ...splice }] }, `note:${id}`);
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
    this.#desk.select([id]);
    this.#reveal();
  }

  /** Searches as one types, and looks at the first match; null ends the search. */
  find(query: string | null): void {
    this.#desk.find(query);
    const { match } = this.#desk;
    if (match !== null) this.show(match);
  }

  /** Makes the outline the map's content, once, as soon as the map is open: its first line becomes the empty root. */
  plant(outline: string): void {
    this.#planting = outline;
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

  #runAny(command: CommandId): boolean {
    const desk = this.#desk;
    const writer = this.#mounted?.writer ?? null;
    if (desk.editing !== null && writer !== null) {
      switch (command) {
        case 'bold':
          writer.mark('**');
          return true;
        case 'italic':
          writer.mark('*');
          return true;
        case 'code':
          writer.mark('`');
          return true;
        case 'newline':
          writer.newline();
          return true;
        case 'add-child': {
          const text = writer.takeChosen();
          desk.endEdit();
          return this.#carryOut('add-child', text);
        }
        default:
          break;
      }
    }
    switch (command) {
      case 'commit':
        desk.endEdit();
        return true;
      case 'undo':
        desk.open.undo();
        return true;
      case 'redo':
        desk.open.redo();
        return true;
      case 'find':
        if (desk.findState === null) desk.find('');
        return true;
      case 'find-next':
      case 'find-previous': {
        const id = desk.stepFind(command === 'find-next' ? 1 : -1);
        if (id !== null) this.show(id);
        return id !== null;
      }
      case 'menu': {
        const at = this.#focusedRect() ?? { x: 40, y: 40, width: 0, height: 0 };
        this.#menu = { x: at.x, y: at.y + at.height + 8 };
        return true;
      }
      default:
        return this.#runView(command) || this.#runClipboard(command) || this.#carryOut(command, '');
    }
  }

  #runView(command: CommandId): boolean {
    const view = this.#mounted?.view;
    return view !== undefined && runView(command, this.#desk, this.#viewport, view, this.#components.clock.monotonic());
  }

  /** From a menu; by key the browser's own clipboard events are heard, which need no permission. */
  #runClipboard(command: CommandId): boolean {
    const writer = this.#mounted?.writer;
    if (writer === undefined || (command !== 'copy' && command !== 'cut' && command !== 'paste')) return false;
    if (command === 'paste') {
      navigator.clipboard.readText().then(
        (text) => writer.plant(text),
        () => undefined,
      );
      return true;
    }
    const outline = writer.outline();
    const cut = (): void => {
      if (command === 'cut') this.#carryOut('delete-branch', '');
    };
    navigator.clipboard.writeText(outline).then(cut, () => undefined);
    return true;
  }

  #carryOut(command: CommandId, text: string): boolean {
    const { editing } = this.#desk;
    if (editing !== null && command !== 'edit') this.#desk.endEdit();
    const plan = planFor(command, this.#desk.world(), text);
    const isDone = this.#desk.carryOut(plan);
    if (isDone && (plan?.select !== undefined || plan?.edit !== undefined)) this.#reveal();
    return isDone;
  }

  #reveal(): void {
    const id = this.#desk.selection.focus;
    const box = id === null ? null : this.#desk.picture.layout.box(id);
    const view = this.#mounted?.view;
    if (box !== null && view !== undefined) this.#viewport.reveal(box, view, this.#components.clock.monotonic());
  }

  #changed(): void {
    this.#greet();
    this.#mounted?.follow();
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => {
      this.#isTelling = false;
      const now = this.#read();
      if (sameSnapshot(now, this.#snapshot)) return;
      this.#snapshot = now;
      for (const listener of this.#listeners) listener();
    });
  }

  /** A map that was just opened: what was to be planted is, and an empty root waits for its first words. */
  #greet(): void {
    if (this.#isGreeted || this.#mounted === null || this.#desk.map.items.size === 0 || !this.#desk.canWrite) return;
    const root = this.#desk.emptyRoot;
    this.#isGreeted = true;
    if (root === null) return;
    const outline = this.#planting;
    this.#planting = null;
    if (outline === null) this.#desk.startEdit(root);
    else this.#desk.carryOut(plantOutline(this.#desk.world(), root, parseOutline(outline)), 'plant');
  }

  #focusedRect(): Rect | null {
    return this.#mounted?.focusedRect() ?? null;
  }

  #read(): EditorSnapshot {
    const desk = this.#desk;
    const { status, role, people, refused, canUndo, canRedo } = desk.open.facts();
    return {
      ...{ status, role, people, refused, canUndo, canRedo },
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
