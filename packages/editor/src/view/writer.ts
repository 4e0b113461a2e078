import { BRANCHES_TYPE, pasteBranches, writeBranches } from '../clipboard/branches.ts';
import { hasList, writeHtml } from '../clipboard/html-outline.ts';
import { parseOutline, writeMarkdown, writeOutline } from '../commands/outline.ts';
import { growOne, growTrees } from '../commands/grow.ts';
import { deleteBranches } from '../commands/rearrange.ts';
import { outlineOf } from '../commands/mark.ts';
import { type Caret, reconcile, toggleMarks } from '../core/typing/typing.ts';
import type { ItemId } from '@bough/map';
import type { Desk } from './desk.ts';
import { WordsBox } from './words-box.ts';

/** What becomes of the images of branches that are copied and pasted. */
export interface WriterImages {
  readonly addressOf: (source: string) => string | null;
  readonly pasted: (branches: string) => void;
}

/** Between the words' box and the map: what is typed becomes splices, what others type comes into the box. */
export class Writer {
  readonly box: WordsBox;
  readonly #desk: Desk;
  /** Whose words the box holds, and the text that box and map had in common last. */
  #held: { readonly id: ItemId | null; readonly agreed: string; readonly isEditing: boolean } = {
    id: null,
    agreed: '',
    isEditing: false,
  };

  /** The next paste makes one item of what it brings. */
  #pastesOne = false;
  readonly #onFiles: (files: readonly File[]) => void;
  readonly #images: WriterImages;

  constructor(
    owner: Document,
    desk: Desk,
    onKey: (event: KeyboardEvent) => void,
    onFiles: (files: readonly File[]) => void,
    images: WriterImages,
  ) {
    this.#desk = desk;
    this.#onFiles = onFiles;
    this.#images = images;
    this.box = new WordsBox(owner, {
      onKey,
      onInput: () => this.#typed(),
      onCompositionStart: () => this.#begin(),
      onCompositionEnd: () => this.#typed(),
      onBlur: () => {
        // Another window came to the front: the edit waits. Another part of the page: the words are kept.
        if (owner.hasFocus()) desk.endEdit();
      },
      onCopy: (event, isCut) => this.#copied(event, isCut),
      onPaste: (event) => this.#pasted(event),
    });
  }

  /** Makes the box hold what is selected or edited now, and what others changed in it. */
  follow(): void {
    const { focused, editing } = this.#desk;
    const id = focused?.id ?? null;
    const isEditing = editing !== null && editing === id;
    const text = focused?.text ?? '';
    if (id !== this.#held.id || (!isEditing && !this.box.isComposing)) {
      const isWaiting = this.#held.id === id && this.#held.agreed === text && this.box.value === text;
      if (!isWaiting || this.#held.isEditing) this.box.hold(text, null);
      this.#held = { id, agreed: text, isEditing };
    } else if (isEditing && !this.#held.isEditing) {
      this.#held = { ...this.#held, isEditing };
      // By a command the caret goes behind the words; by a first letter the box is already past that.
      if (this.box.value === text) this.box.hold(text, { start: text.length, end: text.length });
    }
    if (isEditing) {
      this.#held = { ...this.#held, isEditing };
      this.#agree();
    }
    this.box.setEditing(isEditing);
  }

  /** Marks around what is chosen in the box. */
  mark(mark: string): void {
    const marked = toggleMarks(this.box.value, this.box.caret, mark);
    this.#put(marked.text, marked.caret);
  }

  newline(): void {
    const { start, end } = this.box.caret;
    const { value } = this.box;
    this.#put(`${value.slice(0, start)}\n${value.slice(end)}`, { start: start + 1, end: start + 1 });
  }

  /** Takes the chosen words out of the box, for a branch that gets them. */
  takeChosen(): string {
    const { start, end } = this.box.caret;
    const { value } = this.box;
    if (start === end) return '';
    this.#put(value.slice(0, start) + value.slice(end), { start, end: start });
    return value.slice(start, end);
  }

  outline(): string {
    return writeOutline(outlineOf(this.#desk.map, this.#desk.selection.ids));
  }

  markdown(): string {
    return writeMarkdown(outlineOf(this.#desk.map, this.#desk.selection.ids));
  }

  /** Makes a tree of the text, under what is selected. */
  plant(text: string): boolean {
    return this.#desk.carryOut(growTrees(this.#desk.world(), parseOutline(text)));
  }

  /** Makes one item of the text, whatever its lines. */
  plantOne(text: string): boolean {
    return this.#desk.carryOut(growOne(this.#desk.world(), text));
  }

  /** The paste that comes next is to make one item. */
  pasteAsOne(): void {
    this.#pastesOne = true;
  }

  /** Whatever another program (or Bough) put on the clipboard, or what was dropped: the richest form that is understood. */
  take(data: DataTransfer): boolean {
    const own = data.getData(BRANCHES_TYPE);
    if (own !== '' && this.#desk.carryOut(pasteBranches(this.#desk.world(), own))) {
      this.#images.pasted(own);
      return true;
    }
    const files = [...data.files];
    if (files.length > 0) {
      this.#onFiles(files);
      return true;
    }
    const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
    if (!hasList(html)) return this.plant(text);
    void this.#plantHtml(html, text);
    return true;
  }

  async #plantHtml(html: string, text: string): Promise<void> {
    const code = await import('../clipboard/read-html.ts').catch(() => null);
    const tree = code?.parseHtml(html) ?? [];
    if (tree.length === 0 || !this.#desk.carryOut(growTrees(this.#desk.world(), tree))) this.plant(text);
  }

  /** Puts these words where the caret is, or in the place of what stands before it. */
  insert(words: string, before = 0): void {
    const { start, end } = this.box.caret;
    const { value } = this.box;
    const from = Math.max(0, start - before);
    const caret = from + words.length;
    this.#put(value.slice(0, from) + words + value.slice(end), { start: caret, end: caret });
    this.box.element.focus({ preventScroll: true });
  }

  #put(text: string, caret: Caret): void {
    this.box.hold(text, caret);
    this.#typed();
  }

  #begin(): void {
    const id = this.#held.id;
    if (id !== null && this.#desk.canWrite) {
      this.#held = { ...this.#held, isEditing: true };
      this.#desk.startEdit(id);
    }
  }

  #typed(): void {
    if (this.#held.id === null || !this.#desk.canWrite) {
      this.box.hold(this.#held.agreed, null);
      return;
    }
    if (this.#desk.editing === null) this.#begin();
    this.#agree();
  }

  #agree(): void {
    const { id, agreed } = this.#held;
    const item = id === null ? undefined : this.#desk.map.items.get(id);
    if (id === null || item === undefined) return;
    const { value, caret, isComposing } = this.box;
    const now = reconcile({ agreed, box: value, caret, isComposing }, item.text);
    // First, because the change below comes back here as an event.
    this.#held = { ...this.#held, agreed: now.agreed };
    if (now.box !== value) this.box.hold(now.box, now.caret);
    if (now.splice !== null) {
      this.#desk.carryOut({ ops: [{ kind: 'splice', id, field: 'text', ...now.splice }] }, `typing:${id}`);
    }
  }

  #copied(event: ClipboardEvent, isCut: boolean): void {
    if (this.#desk.editing !== null) return;
    event.preventDefault();
    const { clipboardData } = event;
    if (this.#desk.selection.ids.size === 0 || clipboardData === null) return;
    const { map, selection } = this.#desk;
    clipboardData.setData('text/plain', this.outline());
    clipboardData.setData('text/html', writeHtml(outlineOf(map, selection.ids)));
    clipboardData.setData(BRANCHES_TYPE, writeBranches(map, selection.ids, this.#images.addressOf));
    if (isCut) this.#desk.carryOut(deleteBranches(this.#desk.world()));
  }

  #pasted(event: ClipboardEvent): void {
    const isOne = this.#pastesOne;
    this.#pastesOne = false;
    const { clipboardData } = event;
    if (clipboardData === null) return;
    const files = [...clipboardData.files];
    if (this.#desk.editing !== null) {
      // Words go into the words; an image becomes the item's.
      if (files.length === 0) return;
      event.preventDefault();
      this.#onFiles(files);
      return;
    }
    event.preventDefault();
    if (isOne) this.plantOne(clipboardData.getData('text/plain'));
    else this.take(clipboardData);
  }
}
