import type { Run } from '@bough/text';
import { dressed, markdownOfWords } from '../shared/text/inline-markdown.ts';
import { markdownOfLine } from '../shared/text/markdown-of-runs.ts';
import { childAt, childrenNamed } from '../shared/xml/by-local-name.ts';
import type { XmlElement } from '../shared/xml/xml.ts';

// A topic's words stand in an attribute; which of them are bold or italic is said by fonts, of all words or from one place to another.

/** The topic's words as Markdown. */
export function textOfTopic(topic: XmlElement): string {
  const text = childAt(topic, 'Text');
  const words = (text?.attributes.get('PlainText') ?? '').replaceAll(/\r\n?/g, '\n');
  const font = childAt(text, 'Font');
  const whole = { bold: isOn(font, 'Bold'), italic: isOn(font, 'Italic') };
  const ranges = childrenNamed(text, 'FontRange').filter((range) => isSaid(range, 'Bold') || isSaid(range, 'Italic'));
  if (ranges.length === 0 || ranges.length > MOST_RANGES)
    return dressed(markdownOfWords(words), whole.bold, whole.italic);
  return linesOf(words, whole, ranges);
}

const MOST_RANGES = 1_000;

interface Dress {
  readonly bold: boolean;
  readonly italic: boolean;
}

function linesOf(words: string, whole: Dress, ranges: readonly XmlElement[]): string {
  const cuts = new Set([0, words.length]);
  const parts = ranges.map((range) => {
    const [from, last] = ['From', 'To'].map((name) => Number(range.attributes.get(name)) || 0);
    const to = endOf(words, last ?? 0);
    cuts.add(Math.min(words.length, Math.max(0, from ?? 0))).add(to);
    return { from: from ?? 0, to, range };
  });
  for (let at = words.indexOf('\n'); at >= 0; at = words.indexOf('\n', at + 1)) cuts.add(at).add(at + 1);
  const places = [...cuts].sort((a, b) => a - b);
  const lines: Run[][] = [[]];
  places.slice(0, -1).forEach((from, i) => {
    const text = words.slice(from, places[i + 1]);
    if (text === '\n') lines.push([]);
    else lines.at(-1)?.push({ ...PLAIN, ...dressAt(from), text });
  });
  return lines.map((runs) => markdownOfLine(runs)).join('\n');

  function dressAt(at: number): Dress {
    let dress = whole;
    for (const { from, to, range } of parts) {
      if (at < from || at >= to) continue;
      const bold = isSaid(range, 'Bold') ? isOn(range, 'Bold') : dress.bold;
      dress = { bold, italic: isSaid(range, 'Italic') ? isOn(range, 'Italic') : dress.italic };
    }
    return dress;
  }
}

const PLAIN: Run = { text: '', bold: false, italic: false, strike: false, code: false, href: null };

/** Whether the last letter of a range is in it differs between versions: a word is never cut because of it. */
function endOf(words: string, last: number): number {
  const end = Math.min(words.length, Math.max(0, last));
  return /[\p{L}\p{N}]/u.test(words.charAt(end)) && !/[\p{L}\p{N}]/u.test(words.charAt(end + 1)) ? end + 1 : end;
}

function isSaid(element: XmlElement, name: string): boolean {
  return element.attributes.has(name);
}

function isOn(element: XmlElement | undefined, name: string): boolean {
  return /^(?:true|1)$/i.test(element?.attributes.get(name) ?? '');
}
