import type { Fact, FactFormat } from './facts.ts';

/** What does not come back from a file of another program, and why; docs/formats.md says the same. */
export const LISTED: readonly {
  readonly format: FactFormat;
  readonly what: RegExp;
  /** Of which items, where not of all. */
  readonly of?: (fact: Fact) => boolean;
  /** The end of the file's name, where it is of one alone. */
  readonly file?: string;
  readonly why: string;
}[] = [
  { format: 'mm', what: /^map @version$/, why: 'the version is that of the program that the file is written for' },
  {
    format: 'mm',
    what: /^@POSITION$/,
    of: ({ value }) => /^(?:left|right|top_or_left|bottom_or_right)$/.test(value),
    why: 'below the first level the side is the branch’s, and newer names of sides are the older ones',
  },
  {
    format: 'mm',
    what: /./,
    file: 'canlab__CANlab_Methods.mm',
    of: ({ item }) => item === '67623d721123b5ffdd74999b65f21e23',
    why: 'two nodes of the same ID: the second gets one of its own',
  },
  {
    format: 'mm',
    what: /^words$/,
    file: 'fp__Freeplane_LaTeX.mm',
    of: ({ item }) => item === 'ID_827402949',
    why: 'a list in HTML that stands in a TEXT becomes lines that begin with dashes',
  },
  {
    format: 'mm',
    what: /^words$/,
    file: 'fm__index.mm',
    of: ({ item }) => item === 'Freemind_Link_365307963',
    why: 'a character that XML forbids becomes the sign for one that cannot be read',
  },
  {
    format: 'xmind',
    what: /^(?:sheet |below$)/,
    of: ({ item, what }) => item !== 'sheet 1' && (what !== 'below' || !item.includes('/')),
    why: 'the roots of further sheets are floating topics of the one sheet, which has the look of the first',
  },
  {
    format: 'xmind',
    what: /^sheet relationship (?:id|controlPoints|lineEndPoints)$/,
    why: 'XMind draws the bends of relationships anew',
  },
  {
    format: 'xmind',
    what: /^<(?:extensions|summaries)>$/,
    why: 'what XMind 8 alone has is kept in a member that newer ones ignore; summaries are items',
  },
];
