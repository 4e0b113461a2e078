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
