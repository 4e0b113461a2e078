import type { Draft, DraftLink } from '../shared/draft.ts';
import { unpackForeign } from '../shared/draft.ts';
import { packMembers, parsePacked } from '../shared/packed-members.ts';
import { Reporter } from '../shared/report.ts';
import { elementText } from '../shared/xml/write-xml.ts';
import { readXml, type XmlElement } from '../shared/xml/xml.ts';
import { hexColourOf, isHexColour } from '../shared/branch-colours.ts';

// Links are arrowlink elements inside the node that they start at. What a link has no word for (inclinations, widths, fonts)
// stays with that node as an arrowlink that has nothing else, and goes back into the arrow when it is written.

const SAID_BY_A_LINK = new Set(['STARTARROW', 'ENDARROW', 'MIDDLE_LABEL', 'COLOR', 'X_BOUGH']);

/** What an arrow says, as a link; one that points to its start only is turned round. */
export function linkOfArrow(from: string, arrow: XmlElement): DraftLink {
  const to = arrow.attributes.get('DESTINATION') ?? '';
  const isAt = (name: string, otherwise: string): boolean => !/^none$/i.test(arrow.attributes.get(name) ?? otherwise);
  const [start, end] = [isAt('STARTARROW', 'None'), isAt('ENDARROW', 'Default')];
  const isBackwards = start && !end;
  const colour = arrow.attributes.get('COLOR')?.toLowerCase() ?? '';
  return {
    from: isBackwards ? to : from,
    to: isBackwards ? from : to,
    label: arrow.attributes.get('MIDDLE_LABEL') ?? '',
    arrow: start && end ? 'both' : start || end ? 'end' : 'none',
    colour: isHexColour(colour) ? colour : null,
    points: [],
    ...parsePacked(arrow.attributes.get('X_BOUGH')),
  };
}

/** What is kept of a node's arrows, in one order; `ids` are those of all nodes: an arrow to nowhere is kept whole. */
export function keptArrows(own: string, arrows: readonly XmlElement[], ids: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (const { name, attributes } of arrows) {
    const target = attributes.get('DESTINATION') ?? '';
    const isLink = ids.has(target) && target !== own;
    const others = [...attributes].filter(([attribute]) => !isLink || !SAID_BY_A_LINK.has(attribute)).sort(byName);
    if (!isLink || others.length > 1) kept.push(elementText({ name, attributes: new Map(others), children: [] }));
  }
  return kept.sort();
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/** The arrows of every node, by its key, as they are written. */
export function arrowsOf(draft: Draft, idOf: ReadonlyMap<string, string>): Map<string, string[]> {
  const targets = new Set(idOf.values());
  const known = new Map<string, XmlElement[]>();
  const written = new Map<string, string[]>();
  for (const { key, fields } of draft.items) {
    for (const element of unpackForeign(fields.foreign ?? null, 'mm').elements) {
      const arrow = isArrow(element) ? readXml(element, new Reporter())[0] : undefined;
      if (arrow === undefined) continue;
      const target = arrow.attributes.get('DESTINATION') ?? '';
      if (!targets.has(target) || target === idOf.get(key)) append(written, key, element);
      else append(known, `${idOf.get(key) ?? ''} ${target}`, arrow);
    }
  }
  for (const link of draft.links) {
    const [from, to] = [idOf.get(link.from) ?? '', idOf.get(link.to) ?? ''];
    const ahead = known.get(`${from} ${to}`)?.shift();
    const back = ahead === undefined && link.arrow === 'end' ? known.get(`${to} ${from}`)?.shift() : undefined;
    if (back === undefined) append(written, link.from, arrowText(link, to, ahead, false));
    else append(written, link.to, arrowText(link, from, back, true));
  }
  return written;
}

/** Whether a kept element is an arrow: those are written by `arrowsOf`. */
export function isArrow(element: string): boolean {
  return element.startsWith('<arrowlink');
}

function arrowText(link: DraftLink, target: string, kept: XmlElement | undefined, isBackwards: boolean): string {
  const attributes = new Map(kept?.attributes);
  attributes.set('DESTINATION', target);
  attributes.set('STARTARROW', isBackwards || link.arrow === 'both' ? 'Default' : 'None');
  attributes.set('ENDARROW', isBackwards || link.arrow === 'none' ? 'None' : 'Default');
  if (link.label !== '') attributes.set('MIDDLE_LABEL', link.label);
  if (link.colour !== null) attributes.set('COLOR', hexColourOf(link.colour));
  const packed = packMembers({
    ...(link.colour === null || isHexColour(link.colour) ? {} : { colour: link.colour }),
    ...(link.points.length === 0 ? {} : { points: link.points }),
  });
  if (packed !== undefined) attributes.set('X_BOUGH', packed);
  return elementText({ name: 'arrowlink', attributes, children: [] });
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
