import type { WordsBox as Words } from '@bough/layout';
import { fontStack, type Rect } from '@bough/scene';
import type { Caret } from '../typing/typing.ts';

/** What happens in the words' box; the shell decides what it means. */
export interface WordsListener {
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: () => void;
  readonly onBlur: () => void;
  readonly onCopy: (event: ClipboardEvent, isCut: boolean) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/**
 * The one textarea that always has the keyboard. While an item is selected it lies unseen over the item's words, holding them
 * all selected, so that typing and composition begin in it and no first letter is lost; while editing it is the words.
 */
export class WordsBox {
  readonly element: HTMLTextAreaElement;
  #isComposing = false;
  #measured = '';

  constructor(owner: Document, listener: WordsListener) {
    const box = owner.createElement('textarea');
    this.element = box;
    box.className = 'bough-words';
    box.rows = 1;
    box.spellcheck = false;
    box.autocapitalize = 'off';
    box.setAttribute('autocomplete', 'off');
    box.setAttribute('aria-multiline', 'true');
    Object.assign(box.style, STYLE);
    box.addEventListener('keydown', listener.onKey);
    box.addEventListener('input', listener.onInput);
    box.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      listener.onCompositionStart();
    });
    box.addEventListener('compositionend', () => {
      this.#isComposing = false;
      listener.onCompositionEnd();
    });
    box.addEventListener('blur', listener.onBlur);
    box.addEventListener('copy', (event) => listener.onCopy(event, false));
    box.addEventListener('cut', (event) => listener.onCopy(event, true));
    box.addEventListener('paste', listener.onPaste);
  }

  get isComposing(): boolean {
    return this.#isComposing;
  }
  get value(): string {
    return this.element.value;
  }
  get caret(): Caret {
    return { start: this.element.selectionStart, end: this.element.selectionEnd };
  }

  /** Puts text and caret in; never touches a box that holds them already, so that a composition or an undo list survives. */
  hold(text: string, caret: Caret | null): void {
    if (this.element.value !== text) this.element.value = text;
    const wanted = caret ?? { start: 0, end: text.length };
    if (this.element.selectionStart !== wanted.start || this.element.selectionEnd !== wanted.end) {
      this.element.setSelectionRange(wanted.start, wanted.end);
    }
  }

  /** Seen and typed in, or unseen and waiting. */
  setEditing(isEditing: boolean): void {
    const { style } = this.element;
    style.opacity = isEditing ? '1' : '0';
    style.pointerEvents = isEditing ? 'auto' : 'none';
    // Without this a phone shows its keyboard at every selection.
    this.element.inputMode = isEditing ? 'text' : 'none';
  }

  /** Lies exactly over the words: same face, same place, the camera's scale. */
  place(words: Words, screen: Rect, scale: number, ink: string): void {
    const { style } = this.element;
    style.font = `${words.font.italic ? 'italic ' : ''}${words.font.weight} ${words.font.size}px/${words.lineHeight} ${fontStack(words.font.family)}`;
    style.color = ink;
    style.caretColor = ink;
    style.textAlign = words.align;
    style.direction = words.isRtl ? 'rtl' : 'ltr';
    const key = `${this.element.value}|${style.font}|${words.wrapWidth}|${words.width}`;
    if (key !== this.#measured) this.#measure(words);
    this.#measured = key;
    const extra = Math.max(0, Number.parseFloat(style.width) - words.width) * scale;
    const shift = words.align === 'end' ? extra : words.align === 'middle' ? extra / 2 : 0;
    style.transform = `translate(${screen.x - shift}px, ${screen.y}px) scale(${scale})`;
  }

  #measure(words: Words): void {
    const { style } = this.element;
    // The widest line is found by the browser itself: source text with its marks is wider than the words on the map.
    style.whiteSpace = 'pre';
    style.width = '1px';
    const widest = Math.min(words.wrapWidth, this.element.scrollWidth + 2);
    style.whiteSpace = 'pre-wrap';
    style.width = `${Math.max(words.width, widest, 8)}px`;
    style.height = '0px';
    style.height = `${Math.max(words.lineHeight * words.font.size, this.element.scrollHeight)}px`;
    // At height 0 the browser scrolled to the caret.
    this.element.scrollTop = 0;
    this.element.scrollLeft = 0;
  }
}

const STYLE: Partial<CSSStyleDeclaration> = {
  position: 'absolute',
  left: '0',
  top: '0',
  margin: '0',
  padding: '0',
  border: '0',
  outline: 'none',
  background: 'transparent',
  resize: 'none',
  overflow: 'hidden',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  transformOrigin: '0 0',
  opacity: '0',
  pointerEvents: 'none',
  boxShadow: 'none',
  borderRadius: '0',
  minHeight: '0',
};
