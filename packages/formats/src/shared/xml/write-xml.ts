import { withoutForbidden } from '../text/characters.ts';
import type { XmlElement, XmlNode } from './xml.ts';

// Writes XML that every parser reads: characters that XML has no way for are left out, and line breaks in attributes are
// references, since a parser makes blanks of raw ones.

const IN_ATTRIBUTE: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#xa;', '\r': '&#xd;', '\t': '&#x9;',
}; // prettier-ignore
const IN_TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xd;' };

/** The text as it stands in an attribute's quotes. */
export function escapeAttribute(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"\n\r\t]/g, (unit) => IN_ATTRIBUTE[unit] ?? unit);
}

/** The text as it stands between tags. */
export function escapeText(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>\r]/g, (unit) => IN_TEXT[unit] ?? unit);
}

/** The attributes with a blank before each; those that are undefined are left out. */
export function attributesText(attributes: Iterable<readonly [string, string | undefined]>): string {
  let text = '';
  for (const [name, value] of attributes) if (value !== undefined) text += ` ${name}="${escapeAttribute(value)}"`;
  return text;
}

/** An element that was read, as text again. */
export function elementText(root: XmlElement): string {
  const parts: string[] = [];
  const work: (XmlNode | { readonly end: string })[] = [root];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (typeof node === 'string') {
      parts.push(escapeText(node));
    } else if ('end' in node) {
      parts.push(`</${node.end}>`);
    } else if (node.children.length === 0) {
      parts.push(`<${node.name}${attributesText(node.attributes)}/>`);
    } else {
      parts.push(`<${node.name}${attributesText(node.attributes)}>`);
      work.push({ end: node.name }, ...node.children.toReversed());
    }
  }
  return parts.join('');
}
