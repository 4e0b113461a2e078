import { elementsIn, type XmlElement } from './xml.ts';

// Elements and attributes by their names without prefixes: which prefix a program writes is its own affair.

/** The name without what stands before its colon. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The elements of that name that stand directly in it. */
export function childrenNamed(parent: XmlElement | undefined, name: string): XmlElement[] {
  return elementsIn(parent).filter((child) => localName(child.name) === name);
}

/** The first element at the end of the way, one name for each level. */
export function childAt(parent: XmlElement | undefined, ...way: readonly string[]): XmlElement | undefined {
  return way.reduce<XmlElement | undefined>((at, name) => childrenNamed(at, name)[0], parent);
}
