import type { ItemId } from '@bough/map';
import type { EditorWords } from '../core/ports/editor-types.ts';
import type { TreeRow } from '../core/snapshot/tree-rows.ts';

/**
 * The map for who hears it: a tree beside the canvas, unseen. The keyboard stays in the words' box, which names the focused row by
 * aria-activedescendant: a focus that moved to another element would break compositions. While words are edited it names none, so that
 * letters and caret are heard. A reader that moves by keys of its own puts the focus on a row: the map follows, the box has it back.
 */
export class AriaTree {
  readonly element: HTMLElement;
  readonly #live: HTMLElement;
  readonly #tree: HTMLElement;
  readonly #prefix: string;
  readonly #rows = new Map<ItemId, HTMLElement>();

  constructor(owner: Document, prefix: string, onChoose: (id: ItemId) => void) {
    this.#prefix = prefix;
    this.element = owner.createElement('div');
    Object.assign(this.element.style, UNSEEN);
    this.#tree = owner.createElement('div');
    this.#tree.id = `${prefix}tree`;
    this.#tree.setAttribute('role', 'tree');
    this.#tree.setAttribute('aria-multiselectable', 'true');
    this.#live = owner.createElement('div');
    this.#live.setAttribute('aria-live', 'polite');
    this.element.append(this.#tree, this.#live);
    for (const kind of ['click', 'focusin']) {
      this.#tree.addEventListener(kind, (event) => {
        for (const [id, row] of this.#rows) if (event.target === row) onChoose(id);
      });
    }
  }

  /** Makes the document's rows these, touching only what differs; a focus of null: the box has it for itself. */
  show(rows: readonly TreeRow[], focus: ItemId | null, name: string, words: EditorWords, box: HTMLElement): void {
    set(this.#tree, 'aria-label', name);
    const wanted = new Set(rows.map((row) => row.id));
    for (const [id, element] of this.#rows) {
      if (wanted.has(id)) continue;
      element.remove();
      this.#rows.delete(id);
    }
    let before: Element | null = null;
    for (const row of rows) {
      const element = this.#rows.get(row.id) ?? this.#make(row.id);
      describe(element, row, words);
      const place: Element | null = before === null ? this.#tree.firstElementChild : before.nextElementSibling;
      if (place !== element) this.#tree.insertBefore(element, place);
      before = element;
    }
    const focused = focus === null ? undefined : this.#rows.get(focus);
    set(box, 'aria-controls', this.#tree.id);
    set(box, 'aria-activedescendant', focused?.id ?? '');
  }

  /** Said when the reader has nothing else to say. */
  say(words: string): void {
    this.#live.textContent = words;
  }

  #make(id: ItemId): HTMLElement {
    const element = this.#tree.ownerDocument.createElement('div');
    element.id = `${this.#prefix}${id}`;
    element.setAttribute('role', 'treeitem');
    element.tabIndex = -1;
    this.#rows.set(id, element);
    return element;
  }
}

function describe(element: HTMLElement, row: TreeRow, words: EditorWords): void {
  const text = row.words === '' ? words.emptyItem : row.words;
  if (element.textContent !== text) element.textContent = text;
  if (row.beside === '') element.removeAttribute('aria-description');
  else set(element, 'aria-description', row.beside);
  set(element, 'aria-level', String(row.level));
  set(element, 'aria-posinset', String(row.position));
  set(element, 'aria-setsize', String(row.siblings));
  set(element, 'aria-selected', String(row.isSelected));
  if (row.checkbox === null) element.removeAttribute('aria-checked');
  else set(element, 'aria-checked', String(row.checkbox === 'done'));
  if (row.isExpanded === null) element.removeAttribute('aria-expanded');
  else set(element, 'aria-expanded', String(row.isExpanded));
}

function set(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const UNSEEN: Partial<CSSStyleDeclaration> = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
