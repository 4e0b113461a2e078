import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import { fit } from '../core/camera/camera.ts';
import { growOne } from '../commands/grow.ts';
import type { CommandId } from '../commands/command-id.ts';
import { planFor } from '../commands/plan.ts';
import type { EditorWords } from '../core/editor-types.ts';
import { stepsOf } from '../core/steps.ts';
import type { Desk } from './desk.ts';
import type { Mounted } from './mounted.ts';
import { sayingOf } from '../core/saying.ts';
import { runView } from './view-commands.ts';
import type { Viewport } from './viewport.ts';

/** What a runner needs beside desk and viewport. */
export interface RunnerHost {
  readonly mounted: () => Mounted | null;
  readonly nowMs: () => number;
  readonly words: () => EditorWords;
  /** The command is the page's to do: a panel, a picker, a dialog. False when nobody listens. */
  readonly ask: (command: CommandId, at: Spot | null) => boolean;
  readonly openMenu: (at: Spot) => void;
}

/** What the page shows, not the canvas. */
const ASKED: ReadonlySet<CommandId> = new Set([
  'palette',
  'help',
  'history',
  'print',
  'outline',
  'find-everywhere',
  'comment',
  'note',
  'link-web',
  'icon',
  'colour',
  'image',
]);

/** Does what a command says, wherever it came from: key, menu, palette, button. */
export class Runner {
  readonly #desk: Desk;
  readonly #viewport: Viewport;
  readonly #host: RunnerHost;
  #present: { readonly steps: readonly ItemId[]; readonly at: number } | null = null;

  constructor(desk: Desk, viewport: Viewport, host: RunnerHost) {
    this.#desk = desk;
    this.#viewport = viewport;
    this.#host = host;
  }

  get present(): { readonly at: number; readonly of: number } | null {
    return this.#present === null ? null : { at: this.#present.at, of: this.#present.steps.length };
  }

  run(command: CommandId): boolean {
    const { editing } = this.#desk;
    const writer = this.#host.mounted()?.writer ?? null;
    if (editing !== null && writer !== null) {
      const isDone = this.#runInWords(command, writer);
      if (isDone !== null) return isDone;
    }
    if (ASKED.has(command)) {
      if (command === 'palette' || command === 'history' || command === 'print' || command === 'outline')
        this.#desk.endEdit();
      return this.#host.ask(command, null);
    }
    return this.#runHere(command);
  }

  /** Looks at what is selected. */
  reveal(): void {
    const id = this.#desk.selection.focus;
    const box = id === null ? null : this.#desk.picture.layout.box(id);
    const view = this.#host.mounted()?.view;
    if (box !== null && view !== undefined) this.#viewport.reveal(box, view, this.#host.nowMs());
  }

  /** Everything is shown alike again. */
  endPresent(): void {
    this.#present = null;
    this.#focus(null);
  }

  #runInWords(command: CommandId, writer: Mounted['writer']): boolean | null {
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
      case 'strike':
        writer.mark('~~');
        return true;
      case 'newline':
        writer.newline();
        return true;
      case 'commit':
        this.#desk.endEdit();
        return true;
      case 'add-child': {
        const text = writer.takeChosen();
        this.#desk.endEdit();
        return this.#carryOut('add-child', text);
      }
      default:
        return null;
    }
  }

  #runHere(command: CommandId): boolean {
    const desk = this.#desk;
    const { words } = this.#host;
    switch (command) {
      case 'undo':
        desk.open.undo();
        this.#say(words().said.undone);
        return true;
      case 'redo':
        desk.open.redo();
        this.#say(words().said.redone);
        return true;
      case 'find':
        if (desk.findState === null) desk.find('');
        return true;
      case 'find-next':
      case 'find-previous': {
        const id = desk.stepFind(command === 'find-next' ? 1 : -1);
        if (id !== null) desk.goTo(id);
        return id !== null;
      }
      case 'menu': {
        const at = this.#host.mounted()?.focusedRect() ?? { x: 40, y: 40, width: 0, height: 0 };
        this.#host.openMenu({ x: at.x, y: at.y + at.height + 8 });
        return true;
      }
      case 'link-item':
        if (desk.focused !== null) desk.startLinking(desk.focused.id);
        return desk.focused !== null;
      case 'focus-branch':
        this.#focus(desk.focusOn === null ? (desk.focused?.id ?? null) : null);
        return true;
      case 'present':
      case 'present-next':
      case 'present-previous':
        return this.#step(command);
      default:
        return (
          this.#runLinking(command) ||
          this.#runView(command) ||
          this.#runClipboard(command) ||
          this.#carryOut(command, '')
        );
    }
  }

  /** While a link is drawn, Enter ends it at the selected item, Esc forgets it; a selected link is deleted like an item. */
  #runLinking(command: CommandId): boolean {
    const desk = this.#desk;
    const { focused, link } = desk;
    if (desk.linking !== null && command === 'select-none') {
      desk.stopLinking();
      return true;
    }
    if (desk.linking !== null && command === 'add-after' && focused !== null) {
      const isDone = desk.finishLink(focused.id);
      if (isDone) this.#say(this.#host.words().said.linked(focused.text));
      return true;
    }
    if (link !== null && command === 'delete-branch') return desk.carryOut({ ops: [{ kind: 'unlink', id: link.id }] });
    if (command !== 'select-none') return false;
    if (this.#present !== null) {
      this.endPresent();
      return true;
    }
    if (link !== null) {
      desk.selectLink(null);
      return true;
    }
    if (desk.focusOn === null) return false;
    this.#focus(null);
    return true;
  }

  #step(command: 'present' | 'present-next' | 'present-previous'): boolean {
    const desk = this.#desk;
    if (command === 'present') {
      desk.endEdit();
      desk.find(null);
      const steps = stepsOf(desk.map);
      const at = Math.max(0, steps.indexOf(desk.selection.focus ?? steps[0] ?? ('' as ItemId)));
      this.#present = steps.length === 0 ? null : { steps, at };
    } else if (this.#present !== null) {
      const { steps, at } = this.#present;
      const next = at + (command === 'present-next' ? 1 : -1);
      if (next < 0 || next >= steps.length) return true;
      this.#present = { steps, at: next };
    }
    const id = this.#present?.steps[this.#present.at];
    if (id === undefined) return false;
    desk.goTo(id);
    this.#focus(id);
    return true;
  }

  #focus(id: ItemId | null): void {
    this.#desk.focusOn = id;
    this.#viewport.repaint();
    const { layout } = this.#desk.picture;
    const view = this.#host.mounted()?.view;
    const bounds = id === null ? layout.bounds() : layout.subtreeBounds(id);
    if (view !== undefined && bounds !== null) this.#viewport.fly(fit(bounds, view), this.#host.nowMs());
  }

  #runView(command: CommandId): boolean {
    const view = this.#host.mounted()?.view;
    return view !== undefined && runView(command, this.#desk, this.#viewport, view, this.#host.nowMs());
  }

  /** From a menu; by key the browser's own clipboard events are heard, which need no permission. */
  #runClipboard(command: CommandId): boolean {
    const writer = this.#host.mounted()?.writer;
    if (writer === undefined) return false;
    switch (command) {
      case 'paste':
        navigator.clipboard.readText().then(
          (text) => writer.plant(text),
          () => undefined,
        );
        return true;
      case 'paste-text':
        navigator.clipboard.readText().then(
          (text) => this.#desk.carryOut(growOne(this.#desk.world(), text)),
          () => undefined,
        );
        return true;
      case 'copy':
      case 'cut':
        // The browser fires its own event, which carries every form at once.
        writer.box.element.focus({ preventScroll: true });
        if (writer.box.element.ownerDocument.execCommand(command)) return true;
        void navigator.clipboard.writeText(writer.outline()).then(
          () => command === 'cut' && this.#carryOut('delete-branch', ''),
          () => undefined,
        );
        return true;
      case 'copy-markdown':
        void navigator.clipboard.writeText(writer.markdown()).catch(() => undefined);
        return true;
      default:
        return false;
    }
  }

  #carryOut(command: CommandId, text: string): boolean {
    const { editing } = this.#desk;
    if (editing !== null && command !== 'edit') this.#desk.endEdit();
    const before = this.#desk.world();
    const plan = planFor(command, before, text);
    const saying = plan === null ? null : sayingOf(command, plan, before, this.#host.words());
    const isDone = this.#desk.carryOut(plan);
    if (isDone && (plan?.select !== undefined || plan?.edit !== undefined)) this.reveal();
    if (isDone && saying !== null) this.#say(saying);
    return isDone;
  }

  #say(words: string): void {
    this.#host.mounted()?.say(words);
  }
}
