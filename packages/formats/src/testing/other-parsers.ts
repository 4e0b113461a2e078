import { DOMParser, type Node } from '@xmldom/xmldom';

// Parsers that nobody here wrote: what Bough's writers make is judged by them, since Bough's own readers forgive.

/** An element as another parser reads it. */
export interface XmlTree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlTree[];
  /** All text in it and below. */
  readonly text: string;
}

/** The document, which must be well-formed. */
export function xmlOf(source: string): XmlTree {
  const complain = (level: string, message: string): void => {
    // A sign for what could not be read is a letter like any other.
    if (level === 'warning' && message.includes('replacement character')) return;
    throw new Error(`${level}: ${message}`);
  };
  const root = new DOMParser({ onError: complain }).parseFromString(source, 'text/xml').documentElement;
  if (root === null) throw new Error('there is no element');
  return treeOf(root);
}

interface ElementLike extends Node {
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
}

function treeOf(element: ElementLike): XmlTree {
  const children: XmlTree[] = [];
  for (let at = element.firstChild; at !== null; at = at.nextSibling) {
    if (at.nodeType === 1) children.push(treeOf(at as ElementLike));
  }
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value]);
  return {
    name: element.nodeName,
    attributes: Object.fromEntries(attributes),
    children,
    text: element.textContent ?? '',
  };
}
