import { type HeldDown, watchPresses } from './held-down.ts';

// Where a screen stands that was drawn once, until React has drawn it too. What a person does with it meanwhile counts: it is done once more
// to what takes its place. Links lead where they say at once.

export interface StageParts {
  /** Draws the screen into an element that stands. */
  readonly draw: (into: Element) => void;
  /** Whether React will have something to do when keys, menus or clicks with Ctrl and Shift meet the element; a browser then does nothing. */
  readonly isOurs: (element: Element) => boolean;
}

/** What was drawn before React. */
export interface Stage {
  /** Draws it anew, unless somebody has begun to do something with it. */
  redraw(): void;
  /** Called when React has taken over. */
  whenOver(work: () => void): void;
}

interface Begun {
  readonly page: HTMLElement;
  readonly root: HTMLElement;
  /** What is to be done once more, in order. */
  readonly met: Event[];
  readonly held: HeldDown;
  readonly over: (() => void)[];
}
let begun: Begun | null = null;

/** Shows what `draw` puts there, below the page's own place, which is empty until then. */
export function beginStage(page: HTMLElement, { draw, isOurs }: StageParts): Stage {
  const root = page.ownerDocument.createElement('div');
  const ending = new AbortController();
  const held = watchPresses(root, ending.signal);
  const now: Begun = { page, root, met: [], held, over: [() => ending.abort()] };
  root.className = 'page-begun';
  // It stands before it is drawn, since lists are measured.
  page.after(root);
  page.style.setProperty('height', 'auto');
  begun = now;
  try {
    draw(root);
  } catch (error) {
    end(now);
    throw error;
  }
  const meet = (event: Event): void => {
    if (!isReacts(event, isOurs)) return;
    event.preventDefault();
    now.met.push(event);
  };
  for (const type of ['click', 'contextmenu', 'keydown']) root.addEventListener(type, meet);
  return {
    redraw: () => {
      const isTouched = now.met.length > 0 || held.on() !== null || root.contains(root.ownerDocument.activeElement);
      if (begun !== now || isTouched) return;
      root.replaceChildren();
      draw(root);
    },
    whenOver: (work) => now.over.push(work),
  };
}

/** React has drawn the same into the element: what was begun goes, and what was done to it is done there. */
export function takeStage(drawn: Element): void {
  if (begun === null) return;
  const { root, met, held } = begun;
  const { activeElement } = root.ownerDocument;
  const before = root.firstElementChild;
  const twinOf = (element: unknown) =>
    before !== null && element instanceof Element && root.contains(element) ? twin(before, element, drawn) : null;
  const fields = [...root.querySelectorAll('input, select')].map((field) => [field, twinOf(field)] as const);
  const focused = twinOf(activeElement);
  const again = met.map((event) => [event, twinOf(event.target)] as const);
  const stillHeld = twinOf(held.on());
  if (stillHeld !== null) held.goOn(stillHeld);
  end(begun);
  for (const [field, there] of fields) fill(field, there);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (activeElement instanceof HTMLInputElement && focused instanceof HTMLInputElement)
    focused.setSelectionRange(activeElement.selectionStart, activeElement.selectionEnd);
  // One after the other, when React has ended what it does now: a key may lead to where the next one is meant.
  for (const [event, there] of again) setTimeout(() => repeat(event, there), 0);
}

function end({ page, root, over }: Begun): void {
  begun = null;
  root.remove();
  page.style.removeProperty('height');
  for (const work of over) work();
}

/** Whether a browser does nothing with it that would do, and React something. */
function isReacts(event: Event, isOurs: StageParts['isOurs']): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event instanceof KeyboardEvent)
    return isOurs(event.target) && !/^(?:Tab|Enter|Escape|Shift|Control|Alt|Meta)$/.test(event.key);
  if (event.type === 'click' && event.target.closest('button') !== null) return true;
  const isPlain = event instanceof MouseEvent && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const isLed = event.type === 'click' && isPlain && event.target.closest('a') !== null;
  return isOurs(event.target) && !isLed;
}

function repeat(event: Event, there: Element | null): void {
  const { activeElement } = document;
  const target = event instanceof KeyboardEvent && activeElement !== document.body ? (activeElement ?? there) : there;
  // An event says everything that another one of its kind is made of.
  const made: unknown = Reflect.construct(event.constructor, [event.type, event]);
  if (made instanceof Event) target?.dispatchEvent(made);
}

/** The same element in another drawing: of the same row, where rows say which they are; null where something else stands there. */
function twin(from: Element, element: Element, to: Element): Element | null {
  const row = element.closest<HTMLElement>('[data-row]');
  if (row === null) {
    const found = atSamePlace(from, element, to);
    return found !== null && nameOf(found) === nameOf(element) ? found : null;
  }
  // What the list holds may have come meanwhile, and moved the row.
  const there = [...to.querySelectorAll<HTMLElement>('[data-row]')].find(
    ({ dataset }) => dataset['row'] === row.dataset['row'],
  );
  return there === undefined ? null : atSamePlace(row, element, there);
}

function atSamePlace(from: Element, element: Element, to: Element): Element | null {
  const way: number[] = [];
  for (let at = element; at !== from;) {
    const parent = at.parentElement;
    if (parent === null) return null;
    way.unshift([...parent.children].indexOf(at));
    at = parent;
  }
  let found: Element | undefined = to;
  for (const step of way) found = found?.children[step];
  return found?.localName === element.localName ? found : null;
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent;
}

/** Puts what was typed or chosen where React hears of it. */
function fill(from: Element, to: Element | null): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.value !== to.value) {
    // React takes no note of a value that is set on the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(to, from.value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement && from.value !== to.value) {
    to.value = from.value;
    to.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
