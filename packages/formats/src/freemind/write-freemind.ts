import type { ImageFolder } from '../shared/bundle.ts';
import { branchColours, hexColourOf, isHexColour } from '../shared/branch-colours.ts';
import { type Draft, type DraftItem, foreignOfOthers, namesOf, unpackForeign, withForeign } from '../shared/draft.ts';
import { writtenSigns } from '../shared/field-places.ts';
import { wholeStyle } from '../shared/text/inline-markdown.ts';
import { packMembers } from '../shared/packed-members.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { attributesText } from '../shared/xml/write-xml.ts';
import { arrowsOf, isArrow } from './arrows.ts';
import { clonesOf, withoutClone } from './clones.ts';
import { withImage } from './coggle-images.ts';
import { type Dialect, EXTERNAL, FREE_NODE, VERSIONS } from './dialects.ts';
import { isDrift } from './edge-colours.ts';
import { type FreePlace, freePlaceOf, type PlaceOf } from './free-nodes.ts';
import { iconOf } from './icons.ts';
import { attributesOfFields, EDGE, OWN_ID } from './native-attributes.ts';
import { saysNote, writtenNote } from './node-note.ts';
import { asShown, saysWords, writtenWords } from './node-words.ts';

/** What a .mm is written for, and what is known of the screen. */
export interface FreemindOptions {
  readonly dialect: Dialect;
  readonly reporter: Reporter;
  /** Where the screen shows an item. */
  readonly placeOf?: PlaceOf | undefined;
  /** Images that lie beside the file. */
  readonly images?: Pick<ImageFolder, 'path'>;
}

/** The draft as .mm: everything is in it, what the dialect has no place for as X_BOUGH. */
export function writeFreemind(draft: Draft, options: FreemindOptions): string {
  return new FreemindWriter(draft, options).write();
}

/** Where a node stands in the file: a further root may stand inside the first one. */
interface Standing {
  readonly item: DraftItem;
  readonly index: number;
  /** Roots and their children by what they are in the map, whatever they stand in. */
  readonly isFirst: boolean;
  readonly isFurtherRoot: boolean;
  readonly free: FreePlace | null;
  readonly edgeAbove: string | null;
}

class FreemindWriter {
  readonly #draft: Draft;
  readonly #options: FreemindOptions;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #arrows: ReadonlyMap<string, readonly string[]>;
  readonly #colours: readonly (string | null)[];
  readonly #sides: ReadonlyMap<string, 'left' | 'right'>;
  readonly #clones: ReadonlyMap<string, readonly [name: string, original: string]>;
  readonly #parts: string[] = [];

  constructor(draft: Draft, options: FreemindOptions) {
    this.#draft = draft;
    this.#options = options;
    this.#ids = namesOf(
      draft,
      (foreign) => unpackForeign(foreign, 'mm').attributes['ID'],
      (key) => OWN_ID + key,
    );
    this.#arrows = arrowsOf(draft, this.#ids);
    this.#colours = branchColours(draft);
    this.#sides = sidesOf(draft.items);
    this.#clones = options.dialect === 'freeplane' ? clonesOf(draft) : new Map();
  }

  write(): string {
    const { dialect, reporter } = this.#options;
    const { title = '', foreign = null, ...settings } = this.#draft.settings;
    const first = titleOf(this.#draft.items);
    const kept = unpackForeign(foreign, 'mm');
    const others = withForeign({ words: 'plain', ...settings }, foreign, 'mm');
    const packed = packMembers(title === first ? others : { title, ...others });
    const version = `version="${VERSIONS[dialect]}"`;
    this.#parts.push(`<map ${version}${attributesText([...Object.entries(kept.attributes), ['X_BOUGH', packed]])}>\n`);
    this.#parts.push(...kept.elements.map((element) => `${element}\n`));
    /** The names of the open elements, and the edge colour that holds in each. */
    const open: { name: string; edge: string | null }[] = [];
    const isInside = dialect !== 'coggle';
    this.#draft.items.forEach((item, index) => {
      const isFurtherRoot = item.level === 1 && index > 0;
      if (isFurtherRoot && dialect === 'freemind') {
        reporter.note('approximated', 'FreeMind has one root: the others stand below the first.', item.fields.text);
      }
      const level = item.level + (isInside && (isFurtherRoot || this.#isBelowFurtherRoot(index)) ? 1 : 0);
      while (open.length >= level) this.#parts.push(`</${open.pop()?.name ?? 'node'}>\n`);
      const name = isFurtherRoot && dialect === 'coggle' ? 'x-coggle-rootnode' : 'node';
      const edgeAbove = isFurtherRoot ? null : (open.at(-1)?.edge ?? null);
      const isFree = isFurtherRoot && dialect === 'freeplane';
      const free = isFree ? freePlaceOf(item, this.#draft.items[0], this.#options.placeOf, index) : null;
      const standing = { item, index, isFirst: index === 0, isFurtherRoot, free, edgeAbove };
      open.push({ name, edge: this.#open(name, standing) });
    });
    for (const { name } of open.reverse()) this.#parts.push(`</${name}>\n`);
    this.#parts.push('</map>\n');
    return this.#parts.join('');
  }

  #furtherFrom = -1;

  /** Everything behind the second root is below a further one. */
  #isBelowFurtherRoot(index: number): boolean {
    if (this.#furtherFrom < 0) {
      const second = this.#draft.items.findIndex(({ level }, i) => i > 0 && level === 1);
      this.#furtherFrom = second < 0 ? Infinity : second;
    }
    return index >= this.#furtherFrom;
  }

  /** Writes everything of the node but what is below it and its end; answers the edge colour that holds below. */
  #open(name: string, standing: Standing): string | null {
    const { item, free } = standing;
    const { fields, key } = item;
    const { dialect } = this.#options;
    if (this.#isClone(name, standing)) return standing.edgeAbove;
    const kept = unpackForeign(fields.foreign ?? null, 'mm');
    const others: Record<string, unknown> = {};
    const shown: Record<string, unknown> = {};
    const isCoggle = dialect === 'coggle';
    const said = isCoggle ? NOTHING_SAID : writtenSigns(dialect, fields);
    const { TEXT: formula, ...keptAttributes } =
      dialect === 'freeplane' ? withoutClone(kept.attributes) : kept.attributes;
    const attributes = this.#attributes({ ...standing, said: said.names }, keptAttributes, others, shown);
    const edge = this.#edge(standing, kept.attributes, others, shown);
    const icons = [...said.signs, ...this.#icon(fields.icon ?? null, others, fields.text)];
    const words = isCoggle
      ? {
          text: withImage(fields.text, fields.image),
          link: null,
          elements: kept.elements.filter(saysWords).join(''),
          isWhole: true,
        }
      : writtenWords(fields.text, kept.elements, {
          canLink: (fields.href ?? kept.attributes['LINK'] ?? null) === null,
          isFreeplane: dialect === 'freeplane',
        });
    if (!words.isWhole || words.link !== null) others['text'] = fields.text;
    if (words.link !== null) attributes.push(['LINK', words.link]);
    // Where words and item lead to one place, both say so.
    else if (others['text'] !== undefined && wholeStyle(fields.text)?.href === fields.href)
      others['href'] = fields.href;
    const note = writtenNote(fields.note ?? '', kept.elements);
    if (!note.isWhole) others['note'] = fields.note;
    if (Object.keys(shown).length > 0) others['shown'] = shown;
    const elements = kept.elements.filter((element) => !isArrow(element) && !saysWords(element) && !saysNote(element));
    this.#parts.push(
      `<${name}${attributesText([
        ['ID', this.#ids.get(key)],
        ['TEXT', dialect === 'freeplane' ? textFor(words.text, formula) : words.text],
        ...attributes,
        ['X_BOUGH', packMembers(withForeign(others, fields.foreign, 'mm'))],
      ])}>`,
      edge.text,
      ...icons.map((icon) => `<icon${attributesText([['BUILTIN', icon]])}/>`),
      words.elements,
      note.text,
      ...(free === null ? [] : [FREE_NODE]),
      this.#image(fields.image?.source),
      ...elements,
      ...(this.#arrows.get(key) ?? []),
      '\n',
    );
    return edge.below;
  }

  /** Writes a node that is still a clone of another one, which says everything else; false where it is none. */
  #isClone(name: string, { item, isFurtherRoot }: Standing): boolean {
    const { key, level, fields } = item;
    const clone = this.#clones.get(key);
    if (clone === undefined || isFurtherRoot || this.#arrows.has(key)) return false;
    const attributes: [string, string | undefined][] = [['ID', this.#ids.get(key)], [...clone]];
    if (level === 2 && (fields.side ?? null) !== null) attributes.push(['POSITION', fields.side ?? undefined]);
    if (fields.isFolded === true) attributes.push(['FOLDED', 'true']);
    this.#parts.push(`<${name}${attributesText(attributes)}>\n`);
    return true;
  }

  /** The attributes beside ID and TEXT. What they cannot say goes into `others`, what nobody chose into `shown`. */
  #attributes(
    { item, isFirst, isFurtherRoot, free, said }: Standing & { readonly said: ReadonlySet<string> },
    kept: Readonly<Record<string, string>>,
    others: Record<string, unknown>,
    shown: Record<string, unknown>,
  ): [string, string][] {
    const { dialect, reporter } = this.#options;
    const { fields, level, key } = item;
    const native = attributesOfFields(fields, level, (of) => this.#ids.get(of) ?? of, said);
    const attributes = native.attributes.filter(([name]) => name !== 'FOLDED' || !isFirst);
    Object.assign(others, native.others);
    for (const name of Object.keys(native.others)) {
      // Freeplane shows those that lie beside the file; one that is not there is told as lost.
      const isBeside = (this.#options.images?.path(fields.image?.source ?? '') ?? null) !== null;
      if (name === 'image' && (dialect === 'freeplane' || !isBeside)) continue;
      reporter.note('kept', `Only Bough shows it: ${name}.`, fields.text);
    }
    if (isFirst) {
      // Without it Freeplane folds everything below.
      attributes.push(['FOLDED', 'false']);
      if (fields.isFolded === true) others['isFolded'] = true;
    }
    const side = this.#sides.get(key);
    if (side !== undefined && (fields.side ?? null) === null) {
      attributes.push(['POSITION', side]);
      shown['side'] = side;
    }
    if (isFurtherRoot && dialect === 'freemind') others['root'] = true;
    if (dialect === 'coggle' && level === 1) {
      const { x, y } = fields.offset ?? { x: 0, y: 0 };
      delete others['offset'];
      attributes.push(['X_COGGLE_POSX', String(x)], ['X_COGGLE_POSY', String(y)]);
    }
    if (free !== null) {
      delete others['offset'];
      attributes.push(...free.attributes(kept));
      if ((fields.offset ?? null) === null) shown['offset'] = free.shown;
      else if (!free.isExact) others['offset'] = fields.offset;
    }
    const names = new Set(attributes.map(([name]) => name));
    const rest = Object.entries(kept).filter(([name]) => name !== 'ID' && !name.startsWith(EDGE) && !names.has(name));
    return [...attributes, ...rest];
  }

  /** The edge, when there is anything to say of it; what reading it would not give back goes into `others`. */
  #edge(
    { item, index, isFurtherRoot, edgeAbove: above }: Standing,
    kept: Readonly<Record<string, string>>,
    others: Record<string, unknown>,
    shown: Record<string, unknown>,
  ): { text: string; below: string | null } {
    const { colour = null, foreign } = item.fields;
    const keptColour = kept[`${EDGE}COLOR`]?.toLowerCase();
    const attributes = Object.entries(kept)
      .filter(([name]) => name.startsWith(EDGE) && name !== `${EDGE}COLOR`)
      .map(([name, value]): [string, string] => [name.slice(EDGE.length), value]);
    let below = above;
    if (colour !== null) {
      const written = hexColourOf(colour);
      attributes.unshift(['COLOR', written]);
      const isFollowing = above !== null && isDrift(above, written);
      if (!isHexColour(colour) || isFollowing) others['colour'] = colour;
      if (!isFollowing) below = written;
    } else if (
      keptColour !== undefined &&
      (!isHexColour(keptColour) || (above !== null && isDrift(above, keptColour)))
    ) {
      attributes.unshift(['COLOR', kept[`${EDGE}COLOR`] ?? keptColour]);
    } else if (item.level === 2 && foreignOfOthers(foreign, 'mm') === (foreign ?? null) && !isFurtherRoot) {
      // A branch of Bough's own has the colour of its place; one that came from another .mm has what it had.
      const written = this.#colours[index] ?? null;
      if (written !== null) {
        attributes.unshift(['COLOR', written]);
        if (above === null || !isDrift(above, written)) {
          shown['colour'] = written;
          below = written;
        }
      }
    }
    return { text: attributes.length === 0 ? '' : `<edge${attributesText(attributes)}/>`, below };
  }

  /** The image beside the file, in the way of Freeplane; others leave it alone. */
  #image(source: string | undefined): string {
    const path = source === undefined ? null : (this.#options.images?.path(source) ?? null);
    return path === null
      ? ''
      : `<hook${attributesText([
          ['NAME', EXTERNAL],
          ['URI', path],
        ])}/>`;
  }

  #icon(icon: string | null, others: Record<string, unknown>, text: string): readonly string[] {
    if (icon === null) return [];
    const name = iconOf(icon);
    if (name !== undefined) return [name];
    others['icon'] = icon;
    this.#options.reporter.note('kept', 'Only Bough shows it: icon.', text);
    return [];
  }
}

const NOTHING_SAID = { signs: [], names: new Set<string>() };

/** The side of each root's child as the screen has it: its own, that of its place, else the first half right and the rest left. */
function sidesOf(items: readonly DraftItem[]): Map<string, 'left' | 'right'> {
  const sides = new Map<string, 'left' | 'right'>();
  let free: DraftItem[] = [];
  const share = (): void => {
    free.forEach(({ key }, i) => sides.set(key, i < Math.ceil(free.length / 2) ? 'right' : 'left'));
    free = [];
  };
  for (const item of items) {
    if (item.level === 1) share();
    if (item.level !== 2) continue;
    const { side = null, offset = null } = item.fields;
    if (side !== null) sides.set(item.key, side);
    else if (offset !== null) sides.set(item.key, offset.x < 0 ? 'left' : 'right');
    else free.push(item);
  }
  share();
  return sides;
}

/** A formula goes back as it came; other words are shown as they are. */
function textFor(words: string | undefined, formula: string | undefined): string | undefined {
  return words === undefined || words === formula ? words : asShown(words);
}
