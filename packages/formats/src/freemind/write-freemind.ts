import type { Draft, DraftItem } from '../shared/draft.ts';
import { foreignOfOthers, unpackForeign } from '../shared/draft.ts';
import { attributesText } from '../shared/write-xml.ts';
import { arrowsOf, isArrow } from './arrows.ts';
import { hexColourOf, isHexColour } from '../shared/branch-colours.ts';
import { isDrift } from './edge-colours.ts';
import { iconOf } from './icons.ts';
import { attributesOfFields, EDGE, OWN_ID } from './native-attributes.ts';
import { packMembers } from '../shared/packed-members.ts';
import { richContent } from './rich-content.ts';
import { titleOf } from '../shared/title.ts';

/** The draft as .mm, for FreeMind, Freeplane and Bough: everything is in it, what .mm has no place for as X_BOUGH. */
export function writeFreemind(draft: Draft): string {
  return new FreemindWriter(draft).write();
}

class FreemindWriter {
  readonly #draft: Draft;
  readonly #ids = new Map<string, string>();
  readonly #arrows: ReadonlyMap<string, readonly string[]>;
  readonly #parts: string[] = [];

  constructor(draft: Draft) {
    this.#draft = draft;
    const taken = new Set<string>();
    for (const { key, fields } of draft.items) {
      const wanted = unpackForeign(fields.foreign ?? null, 'mm').attributes['ID'];
      const id = wanted === undefined || taken.has(wanted) ? OWN_ID + key : wanted;
      taken.add(id);
      this.#ids.set(key, id);
    }
    this.#arrows = arrowsOf(draft, this.#ids);
  }

  write(): string {
    const { title = '', foreign = null, ...settings } = this.#draft.settings;
    const first = titleOf(this.#draft.items);
    const kept = unpackForeign(foreign, 'mm');
    const others = withForeign(settings, foreign);
    const packed = packMembers(title === first ? others : { title, ...others });
    this.#parts.push(
      `<map version="1.0.1"${attributesText([...Object.entries(kept.attributes), ['X_BOUGH', packed]])}>\n`,
    );
    this.#parts.push(...kept.elements.map((element) => `${element}\n`));
    /** The edge colour that holds at each open level; its length is how many nodes are open. */
    const edges: (string | null)[] = [];
    for (const item of this.#draft.items) {
      while (edges.length >= item.level) {
        edges.pop();
        this.#parts.push('</node>\n');
      }
      edges.push(this.#open(item, edges.at(-1) ?? null));
    }
    this.#parts.push('</node>\n'.repeat(edges.length), '</map>\n');
    return this.#parts.join('');
  }

  /** Writes everything of the node but what is below it and its end; answers the edge colour that holds below. */
  #open(item: DraftItem, edgeAbove: string | null): string | null {
    const { fields, key, level } = item;
    const kept = unpackForeign(fields.foreign ?? null, 'mm');
    const native = attributesOfFields(fields, level, (of) => this.#ids.get(of) ?? of);
    const names = new Set(native.attributes.map(([name]) => name));
    const rest = Object.entries(kept.attributes).filter(
      ([name]) => name !== 'ID' && !name.startsWith(EDGE) && !names.has(name),
    );
    const others = withForeign(native.others, fields.foreign);
    const edge = this.#edge(fields.colour ?? null, kept.attributes, edgeAbove, others);
    const icon = this.#icon(fields.icon ?? null, others);
    this.#parts.push(
      `<node${attributesText([
        ['ID', this.#ids.get(key)],
        ['TEXT', fields.text],
        ...native.attributes,
        ...rest,
        ['X_BOUGH', packMembers(others)],
      ])}>`,
      edge.text,
      icon,
      (fields.note ?? '') === '' ? '' : richContent('NOTE', fields.note ?? ''),
      ...kept.elements.filter((element) => !isArrow(element)),
      ...(this.#arrows.get(key) ?? []),
      '\n',
    );
    return edge.below;
  }

  /** The edge, when there is anything to say of it; what reading it would not give back goes into `others`. */
  #edge(
    colour: string | null,
    kept: Readonly<Record<string, string>>,
    above: string | null,
    others: Record<string, unknown>,
  ): { text: string; below: string | null } {
    const attributes = Object.entries(kept)
      .filter(([name]) => name.startsWith(EDGE))
      .map(([name, value]): [string, string] => [name.slice(EDGE.length), value]);
    let below = above;
    if (colour !== null) {
      const written = hexColourOf(colour);
      attributes.unshift(['COLOR', written]);
      const isFollowing = above !== null && isDrift(above, written);
      if (!isHexColour(colour) || isFollowing) others['colour'] = colour;
      if (!isFollowing) below = written;
    }
    return { text: attributes.length === 0 ? '' : `<edge${attributesText(attributes)}/>`, below };
  }

  #icon(icon: string | null, others: Record<string, unknown>): string {
    if (icon === null) return '';
    const name = iconOf(icon);
    if (name === undefined) others['icon'] = icon;
    return name === undefined ? '' : `<icon${attributesText([['BUILTIN', name]])}/>`;
  }
}

function withForeign(
  own: Readonly<Record<string, unknown>>,
  foreign: string | null | undefined,
): Record<string, unknown> {
  const elsewhere = foreignOfOthers(foreign, 'mm');
  return elsewhere === null ? { ...own } : { ...own, foreign: elsewhere };
}
