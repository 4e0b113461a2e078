import { Reporter } from '../report.ts';
import { Unreadable } from '../unreadable.ts';
import { readXml, type XmlElement } from './xml.ts';

/** The element that a piece of text is, as an attribute or a map keeps it; undefined for one that is none, or that nobody could read. */
export function tryXml(text: string, reporter = new Reporter()): XmlElement | undefined {
  try {
    return readXml(text, reporter)[0];
  } catch (cause) {
    if (cause instanceof Unreadable) return undefined;
    throw cause;
  }
}

/** The same of HTML that stands in a text: what never has anything in it there is closed nowhere, and would hold all that follows. */
export function tryHtml(text: string, reporter = new Reporter()): XmlElement | undefined {
  return tryXml(text.replaceAll(OPEN_VOID, '<$1$2/>'), reporter);
}

const OPEN_VOID = /<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)(\s[^<>]{0,8000}?)?(?<!\/)>/gi;
