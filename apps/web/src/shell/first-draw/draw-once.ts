import * as react from 'react';
import { isValidElement, type ReactNode } from 'react';

// Draws components once, without the part of React that draws them again: that is most of its code, and a slow device takes longer to read it
// than to draw a screen. What components ask of React is answered as at their first drawing: state as it begins, no effects, no handlers. The
// same components draw the same elements in React afterwards, so nothing is said twice, and a test in a browser compares the two.
//
// Where a component asks something that is not answered here, or React keeps its hooks elsewhere, this throws, and there is no picture before
// React's own.

const SVG = 'http://www.w3.org/2000/svg';
/** Where React looks for what answers `useState` and the others; every renderer puts its own there while it draws. */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/** Draws the node as the children of the element. */
export function drawOnce(node: ReactNode, into: Element): void {
  const internals: unknown = Reflect.get(react, INTERNALS);
  if (!isObject(internals) || !('H' in internals)) throw new Error('React keeps its hooks elsewhere');
  const before = internals.H;
  const drawing = new Drawing();
  internals.H = drawing.hooks;
  try {
    drawing.put(node, into);
  } finally {
    internals.H = before;
  }
}

class Drawing {
  /** What a provider around says, by context. */
  readonly #given = new Map<object, unknown>();

  readonly hooks = {
    use: (context: object) => this.#read(context),
    useContext: (context: object) => this.#read(context),
    useState: (first: unknown): readonly unknown[] => [isFunction(first) ? first() : first, nothing],
    useRef: (current: unknown) => ({ current }),
    useMemo: (make: () => unknown) => make(),
    useCallback: (callback: unknown) => callback,
    useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
    useEffect: nothing,
    useLayoutEffect: nothing,
    useId: () => '',
  };

  put(node: unknown, into: Element): void {
    if (typeof node === 'string' || typeof node === 'number') into.append(String(node));
    else if (Array.isArray(node)) for (const one of node) this.put(one, into);
    else if (isValidElement<Readonly<Record<string, unknown>>>(node)) this.#putElement(node.type, node.props, into);
    else if (isObject(node)) throw new Error('only elements, words and lists of them are drawn');
  }

  #putElement(type: unknown, props: Readonly<Record<string, unknown>>, into: Element): void {
    if (typeof type === 'string') {
      const element = elementOf(type, into);
      for (const [name, value] of Object.entries(props)) setProp(element, name, value);
      this.put(props['children'], element);
      // Only now has it the options, of which one is chosen.
      if (element instanceof HTMLSelectElement) element.value = String(props['value']);
      into.append(element);
    } else if (isFunction(type)) {
      this.put(isClass(type) ? new type(props).render() : type(props), into);
    } else if (isObject(type) && '$$typeof' in type) this.#putSpecial(type, props, into);
    // A fragment, or what waits for its children, which are here.
    else this.put(props['children'], into);
  }

  #putSpecial(type: object, props: Readonly<Record<string, unknown>>, into: Element): void {
    if ('render' in type && isFunction(type.render)) this.put(type.render(props, null), into);
    else if ('type' in type) this.#putElement(type.type, props, into);
    else if ('_currentValue' in type) {
      const around = this.#read(type);
      this.#given.set(type, props['value']);
      this.put(props['children'], into);
      this.#given.set(type, around);
    }
    // What is left is fetched when it is wanted, as are dialogs.
  }

  #read(context: object): unknown {
    if (this.#given.has(context)) return this.#given.get(context);
    if ('_currentValue' in context) return context._currentValue;
    throw new Error('only contexts are read');
  }
}

function elementOf(type: string, { namespaceURI, ownerDocument }: Element): Element {
  return type === 'svg' || namespaceURI === SVG
    ? ownerDocument.createElementNS(SVG, type)
    : ownerDocument.createElement(type);
}

const NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };
const SPOKEN = /^(?:aria-|data-|draggable$)/;

function setProp(element: Element, name: string, value: unknown): void {
  if (name === 'children' || name === 'ref' || value === null || value === undefined) return;
  if (name === 'style') setStyle(element, value);
  if (typeof value === 'boolean' && !SPOKEN.test(name)) element.toggleAttribute(attributeOf(name), value);
  // What is left are handlers: React brings them.
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
  const text = String(value);
  // The page's own addresses only; an item of a list may be somebody else's words.
  if (name === 'href' && !/^\/(?!\/)/.test(text)) throw new Error('an address elsewhere is not drawn early');
  if (name === 'value' && element instanceof HTMLInputElement) element.defaultValue = text;
  else if (name === 'value' && element instanceof HTMLSelectElement) return;
  else if (typeof value !== 'boolean' || SPOKEN.test(name)) element.setAttribute(attributeOf(name), text);
}

/** Of SVG, and the few of HTML that have another name as props. */
function attributeOf(name: string): string {
  const dashed = name.replace(
    /^(stroke|fill)([A-Z])/,
    (_, first: string, next: string) => `${first}-${next.toLowerCase()}`,
  );
  return NAMES[name] ?? dashed;
}

/** Property by property, which the page's policy allows. */
function setStyle(element: Element, style: unknown): void {
  if (!isObject(style) || !('style' in element) || !(element.style instanceof CSSStyleDeclaration)) return;
  for (const [name, value] of Object.entries(style)) {
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(dashed, typeof value === 'number' && value !== 0 ? `${value}px` : String(value));
  }
}

type Props = Readonly<Record<string, unknown>>;

function isClass(type: object): type is new (props: Props) => { render(): unknown } {
  return 'prototype' in type && isObject(type.prototype) && 'isReactComponent' in type.prototype;
}

function isFunction(value: unknown): value is (...given: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function nothing(): void {
  // Nothing is drawn again here.
}
