import {
  createContext,
  createElement as h,
  forwardRef,
  lazy,
  memo,
  type ReactNode,
  use,
  useEffect,
  useState,
} from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawOnce } from './draw-once.ts';

/** As much of a browser's document as is drawn into; what it holds is read as text, with every word of it escaped. */
class FakeStyle {
  readonly said = new Map<string, string>();
  setProperty(name: string, value: string): void {
    this.said.set(name, value);
  }
}
class FakeElement {
  readonly ownerDocument = {
    createElement: (name: string) =>
      new (name === 'select' ? FakeSelect : name === 'input' ? FakeInput : FakeElement)(name),
    createElementNS: (space: string, name: string) => new FakeElement(name, space),
  };
  readonly style = new FakeStyle();
  readonly #attributes = new Map<string, string>();
  readonly #children: (FakeElement | string)[] = [];
  readonly localName: string;
  readonly namespaceURI: string;

  constructor(localName: string, namespaceURI = 'html') {
    this.localName = localName;
    this.namespaceURI = namespaceURI;
  }
  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }
  toggleAttribute(name: string, isThere: boolean): void {
    if (isThere) this.#attributes.set(name, '');
  }
  append(child: FakeElement | string): void {
    this.#children.push(child);
  }
  get inside(): string {
    return this.#children
      .map((child) => (typeof child === 'string' ? child.replaceAll('<', '&lt;') : child.text))
      .join('');
  }
  get text(): string {
    const attributes = [...this.#attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
    const style = [...this.style.said].map(([name, value]) => `${name}: ${value}`).join('; ');
    return `<${this.localName}${attributes}${style === '' ? '' : ` style="${style}"`}>${this.inside}</${this.localName}>`;
  }
}
class FakeSelect extends FakeElement {
  value = '';
}
class FakeInput extends FakeElement {
  set defaultValue(value: string) {
    this.setAttribute('value', value);
  }
}

beforeEach(() => {
  vi.stubGlobal('HTMLSelectElement', FakeSelect);
  vi.stubGlobal('HTMLInputElement', FakeInput);
  vi.stubGlobal('CSSStyleDeclaration', FakeStyle);
});
afterEach(() => vi.unstubAllGlobals());

/** What stands there once the node is drawn. */
function drawn(node: ReactNode): string {
  const place = new FakeElement('div');
  // The fake has what is asked of an element here.
  drawOnce(node, place as unknown as Element);
  return place.inside;
}

const Colour = createContext('plain');
function Named({ name }: { readonly name: string }) {
  const [isOpen] = useState(() => false);
  useEffect(() => expect.unreachable('nothing happens while it is drawn once'));
  return h('p', { className: use(Colour), 'aria-expanded': isOpen, hidden: isOpen, 'data-over': true }, name);
}

test('[WEB-16] components are drawn as at their first time: state as it begins, contexts, lists, and what comes later not at all', () => {
  const Later = lazy(() => new Promise<never>(() => undefined));
  const Ring = forwardRef<SVGSVGElement, { readonly size: number }>(({ size }, ref) =>
    h('svg', { ref, width: size, viewBox: '0 0 4 4' }, h('path', { strokeWidth: 2, fillOpacity: 0.5 })),
  );
  const Known = memo(Named);
  expect(
    drawn([
      h(Colour, { key: 1, value: 'red' }, h(Named, { name: 'in it' })),
      h(Known, { key: 2, name: 'outside' }),
      h(Ring, { key: 3, size: 0 }),
      h(Later, { key: 4 }),
      false,
      null,
      7,
    ]),
  ).toBe(
    '<p class="red" aria-expanded="false" data-over="true">in it</p>' +
      '<p class="plain" aria-expanded="false" data-over="true">outside</p>' +
      '<svg width="0" viewBox="0 0 4 4"><path stroke-width="2" fill-opacity="0.5"></path></svg>7',
  );
});

test('[WEB-16] fields begin with what they hold, places with their measures, and handlers are nowhere', () => {
  const props = {
    style: { paddingTop: 0, paddingBottom: 12 },
    draggable: true,
    tabIndex: -1,
    onClick: () => undefined,
  };
  expect(drawn(h('ul', props, h('li', null, 'one')))).toBe(
    '<ul draggable="true" tabIndex="-1" style="padding-top: 0; padding-bottom: 12px"><li>one</li></ul>',
  );
  expect(drawn(h('input', { value: 'words', onChange: () => undefined, disabled: true }))).toBe(
    '<input value="words" disabled=""></input>',
  );
});

test('[WEB-16] titles stay words, and an address that is not one of ours ends the drawing', () => {
  const title = '<img src=x onerror=alert(1)>';
  expect(drawn(h('a', { href: '/m/1', title }, title))).toBe(
    `<a href="/m/1" title="${title}">&lt;img src=x onerror=alert(1)></a>`,
  );
  for (const href of ['javascript:alert(1)', 'https://example.org', 'data:text/html,', '//example.org'])
    expect(() => drawn(h('a', { href }, title))).toThrow('elsewhere');
});

test('[WEB-16] what asks React for more than is answered here ends the drawing, and React has its own hooks again', () => {
  const Wrong = () => {
    throw new Error('not so early');
  };
  expect(() => drawn(h(Wrong))).toThrow('not so early');
  // Outside of a drawing nobody answers.
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => Named({ name: 'nobody' })).toThrow();
  vi.restoreAllMocks();
});
