import type { WordsBox as Words } from '@bough/layout';
import { fontStack, type Rect } from '@bough/scene';
import { baselineIn } from '@bough/text';
import type { Caret } from '../core/typing/typing.ts';
import { placeIn } from './broken-line.ts';

/** What happens in the words' box; the view decides what it means. */
export interface WordsListener {
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onInput: () => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: () => void;
  readonly onCaret: () => void;
  readonly onBlur: () => void;
  readonly onCopy: (event: ClipboardEvent, isCut: boolean) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/**
 * The one textarea that always has the keyboard. While an item is selected it lies unseen over the item's words, in their place: what
 * is typed or composed begins in it, so no first letter is lost; while editing it is the words. To the editor it holds the item's words
 * then, all selected; the textarea itself is empty, since a screen reader says of each text that it gets what is selected in it anew.
 */
export class WordsBox {
  readonly element: HTMLTextAreaElement;
  #isComposing = false;
  /** The words of the item that is selected; null: what stands in the textarea. */
  #waiting: string | null = null;
  #look = '';
  #measured = '';
  #width = 0;
  #letters: CanvasRenderingContext2D | null = null;
  #lettersFont = '';
  #lower = 0;
  #words: Words | null = null;
  /** The caret was sent to the end of a row, and not to the beginning of the next, which is the same place in the text. */
  #isAtEnd = false;
  /** How far the box begins before the words on the map. */
  #shift = 0;

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
    // Nothing scrolls it, not even a browser that follows the caret while the box is still as wide as it was before a letter. A browser
    // that does not know this value keeps the one before.
    box.style.overflow = 'clip';
    box.addEventListener('keydown', (event) => {
      // Up and down it stays at the ends of rows.
      if (!/^(?:Shift|ArrowUp|ArrowDown)$/.test(event.key)) this.#isAtEnd = event.key === 'End';
      listener.onKey(event);
    });
    box.addEventListener('input', () => {
      this.#waiting = null;
      listener.onInput();
    });
    box.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      this.#waiting = null;
      listener.onCompositionStart();
    });
    box.addEventListener('compositionend', () => {
      this.#isComposing = false;
      listener.onCompositionEnd();
    });
    box.addEventListener('selectionchange', listener.onCaret);
    box.addEventListener('blur', listener.onBlur);
    // Where nothing is selected in a field, WebKit asks first whether there is something to copy.
    for (const kind of ['beforecopy', 'beforecut']) box.addEventListener(kind, (event) => event.preventDefault());
    box.addEventListener('copy', (event) => listener.onCopy(event, false));
    box.addEventListener('cut', (event) => listener.onCopy(event, true));
    box.addEventListener('paste', listener.onPaste);
  }

  get isComposing(): boolean {
    return this.#isComposing;
  }
  get value(): string {
    return this.#waiting ?? this.element.value;
  }
  get caret(): Caret {
    if (this.#waiting !== null) return { start: 0, end: this.#waiting.length };
    return { start: this.element.selectionStart, end: this.element.selectionEnd };
  }

  /** Where the caret stands from the top left of the words, before the camera's scale; a line that wraps is broken as it likely is. */
  get caretRect(): Rect | null {
    const words = this.#words;
    if (words === null) return null;
    const letters = this.#lettersIn(this.element.style.font);
    const { value, selectionEnd } = this.element;
    const lines = value.slice(0, selectionEnd).split('\n');
    const room = Math.max(words.wrapWidth, words.width);
    const widthOf = (part: string): number => letters.measureText(part).width;
    const places = lines.map((line, at) => {
      const isLast = at === lines.length - 1;
      const whole = isLast ? line + (value.slice(selectionEnd).split('\n')[0] ?? '') : line;
      return placeIn(whole, line.length, room, widthOf, !isLast || this.#isAtEnd);
    });
    const row = places.reduce((sum, one) => sum + one.row + 1, -1);
    const height = words.lineHeight * words.font.size;
    const x = (places.at(-1)?.x ?? 0) - this.#shift;
    return { x: words.isRtl ? words.width - x : x, y: row * height, width: 1, height };
  }

  /**
   * Puts text and caret in, or has the words of an item wait for their first letter where the caret is null; never touches a box that
   * holds them already, so that a composition or an undo list survives.
   */
  hold(text: string, caret: Caret | null): void {
    this.#waiting = caret === null ? text : null;
    const put = caret === null ? '' : text;
    if (this.element.value !== put) this.element.value = put;
    const wanted = caret ?? { start: 0, end: 0 };
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
    this.#words = words;
    const font = `${words.font.italic ? 'italic ' : ''}${words.font.weight} ${words.font.size}px/${words.lineHeight} ${fontStack(words.font.family)}`;
    const look = `${font}|${ink}|${words.align}|${words.isRtl}`;
    if (look !== this.#look) {
      Object.assign(style, { font, color: ink, caretColor: ink, textAlign: CSS_ALIGN[words.align] });
      style.direction = words.isRtl ? 'rtl' : 'ltr';
    }
    this.#look = look;
    const measured = `${this.#waiting === null}|${this.value}|${font}|${words.wrapWidth}|${words.width}`;
    if (measured !== this.#measured) this.#measure(words, font);
    this.#measured = measured;
    const extra = Math.max(0, this.#width - words.width);
    this.#shift = words.align === 'end' ? extra : words.align === 'middle' ? extra / 2 : 0;
    const y = screen.y + this.#lower * scale;
    style.transform = `translate(${screen.x - this.#shift * scale}px, ${y}px) scale(${scale})`;
  }

  /**
   * As large as the source, whose marks make it wider than the words on the map. It is measured on a canvas, with the browser's own
   * letters: asked of the box itself, each letter typed would have the page laid out twice over before it is painted.
   */
  #measure(words: Words, font: string): void {
    const { style } = this.element;
    const lines = this.value.split('\n');
    const letters = this.#lettersIn(font);
    const widest = lines.reduce((most, line) => Math.max(most, letters.measureText(line).width), 0) + SPARE;
    this.#width = Math.max(words.width, Math.min(words.wrapWidth, widest), 8);
    this.#lower = lowerBy(words, letters.measureText(''));
    style.width = `${this.#width}px`;
    const line = words.lineHeight * words.font.size;
    if (widest <= this.#width) {
      style.height = `${line * lines.length}px`;
      return;
    }
    if (this.#waiting !== null) {
      style.height = `${words.height}px`;
      return;
    }
    // Only the browser knows where it breaks a line.
    style.height = '0px';
    style.height = `${Math.max(line, this.element.scrollHeight)}px`;
    // At height 0 it scrolled to the caret.
    this.element.scrollTop = 0;
    this.element.scrollLeft = 0;
  }

  /** A canvas that sets letters as the box does, rounding included. */
  #lettersIn(font: string): CanvasRenderingContext2D {
    const letters = (this.#letters ??= this.element.ownerDocument.createElement('canvas').getContext('2d'));
    if (letters === null) throw new Error('a bug in Bough: a fresh canvas has a 2d context');
    // It reads a font's name each time that it is told one.
    if (font !== this.#lettersFont) Object.assign(letters, { font, textRendering: STYLE.textRendering });
    this.#lettersFont = font;
    return letters;
  }
}

/** How far a browser, which counts the parts of a line in whole pixels, sets the first baseline above where the map has it. */
function lowerBy({ font: { size }, lineHeight }: Words, letters: TextMetrics): number {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = letters;
  const leading = (lineHeight * size - ascent - descent) / 2;
  return baselineIn(size, lineHeight * size) - (Math.floor(leading) + ascent);
}

/** Of letters in a box and on a canvas, which are rounded otherwise. */
const SPARE = 2;

const CSS_ALIGN = { start: 'start', middle: 'center', end: 'end' } as const;

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
  tabSize: '1',
  overflowWrap: 'anywhere',
  transformOrigin: '0 0',
  opacity: '0',
  pointerEvents: 'none',
  // Letters stand where they stand on the map, not at the next whole pixel.
  textRendering: 'geometricPrecision',
  boxShadow: 'none',
  borderRadius: '0',
  minHeight: '0',
};
