import { type Draft, type DraftItem, unpackForeign } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { elementText } from '../shared/xml/write-xml.ts';
import { elementsIn, type XmlElement } from '../shared/xml/xml.ts';

// Freeplane's clones. A node with CONTENT_ID shows what the node of that ID has, one with TREE_ID also what stands below that one, where each
// node has a TREE_ID in its turn; none of them says it again. In a map each is an item with words of its own. It goes back as a clone as long
// as it, and for TREE_ID all below it, is what the other one is; Freeplane opens no clone that says anything of its own.

const TREE = 'TREE_ID';
const CONTENT = 'CONTENT_ID';
/** What a clone says for itself: its name, its place, and when it was made. */
const OWN: ReadonlySet<string> = new Set([
  TREE,
  CONTENT,
  'ID',
  'POSITION',
  'FOLDED',
  'CREATED',
  'MODIFIED',
  'HGAP',
  'VSHIFT',
  'VGAP',
  'HGAP_QUANTITY',
  'VSHIFT_QUANTITY',
  'VGAP_QUANTITY',
  'X_BOUGH',
]);
const PLACE: ReadonlySet<string> = new Set(['side', 'offset', 'isFolded', 'foreign']);
/** Longest that all copies of a file may be together, as XML: a short file could ask for more than there is memory. */
const MOST_COPIED = 4_000_000;

/** Gives each clone that says nothing of its own what its original has. */
export function fillClones(roots: readonly XmlElement[], reporter: Reporter): void {
  const [byId, clones] = [new Map<string, XmlElement>(), new Array<readonly [XmlElement, string]>()];
  const work = roots.toReversed();
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    const id = node.attributes.get('ID');
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
    const original = node.attributes.get(TREE) ?? node.attributes.get(CONTENT);
    if (original !== undefined && original !== id && isBare(node)) clones.push([node, original]);
    for (const child of elementsIn(node).toReversed()) if (child.name === 'node') work.push(child);
  }
  const lengths = new Map<XmlElement, number>();
  let room = MOST_COPIED;
  for (const [clone, id] of clones) {
    const original = byId.get(id);
    if (original === undefined) continue;
    const parts = elementsIn(original).filter(isShared);
    const length = lengths.get(original) ?? lengthOf(original, parts);
    lengths.set(original, length);
    room -= length;
    if (room < 0) {
      reporter.note('lost', 'The words of a clone, in a file with too many.', id);
      continue;
    }
    for (const [name, value] of original.attributes) if (!OWN.has(name)) clone.attributes.set(name, value);
    clone.children.unshift(...parts);
    reporter.note('approximated', 'A clone became a copy.', original.attributes.get('TEXT'));
  }
}

function isBare(node: XmlElement): boolean {
  return !node.attributes.has('TEXT') && !elementsIn(node).some(({ name }) => name === 'richcontent');
}

/** Arrows are the original's, and so is that it stands free. */
function isShared(child: XmlElement): boolean {
  return child.name !== 'node' && child.name !== 'arrowlink' && child.attributes.get('NAME') !== 'FreeNode';
}

function lengthOf({ attributes }: XmlElement, parts: readonly XmlElement[]): number {
  const said = [...attributes.values()].reduce((sum, { length }) => sum + length, 0);
  return parts.reduce((sum, part) => sum + elementText(part).length, said) + 100;
}

/** The clones of a draft that can still be written as such, by their keys: the attribute that says of what. */
export function clonesOf({ items }: Draft): ReadonlyMap<string, readonly [name: string, original: string]> {
  const found = new Map<string, readonly [string, string]>();
  const kept = items.map(({ fields }) => unpackForeign(fields.foreign ?? null, 'mm').attributes);
  if (!kept.some((attributes) => TREE in attributes || CONTENT in attributes)) return found;
  const { contents, trees } = namesOfWhatIsShared(items, kept);
  const at = new Map<string, number>();
  items.forEach(({ key }, index) => {
    const { [TREE]: tree, [CONTENT]: content, ID: id } = kept[index] ?? {};
    const isTree = tree !== undefined;
    const original = tree ?? content;
    const first = original === undefined ? undefined : at.get(original);
    const names = isTree ? trees : contents;
    if (original !== undefined && first !== undefined && names[first] === names[index]) {
      found.set(key, [isTree ? TREE : CONTENT, original]);
    }
    if (id !== undefined && !at.has(id)) at.set(id, index);
  });
  return found;
}

/** A number for what each item has, and for it with all that is below it: the same for the same. */
function namesOfWhatIsShared(
  items: readonly DraftItem[],
  kept: readonly Readonly<Record<string, string>>[],
): { readonly contents: readonly number[]; readonly trees: readonly number[] } {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const contents = items.map(({ fields }, index) => numberOf(contentOf(fields, kept[index] ?? {})));
  const trees = [...contents];
  /** The trees of the items that wait for the one above them, by its level. */
  const below: number[][] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const level = items[index]?.level ?? 1;
    const tree = numberOf(`tree ${contents[index]}: ${(below[level + 1] ?? []).join(' ')}`);
    below[level + 1] = [];
    (below[level] ??= []).push(tree);
    trees[index] = tree;
  }
  return { contents, trees };
}

function contentOf(fields: DraftItem['fields'], kept: Readonly<Record<string, string>>): string {
  const sorted = (entries: [string, unknown][]): [string, unknown][] =>
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const own = Object.entries(fields).filter(([name, value]) => !PLACE.has(name) && value !== null && value !== '');
  const { elements } = unpackForeign(fields.foreign ?? null, 'mm');
  const attributes = Object.entries(kept).filter(([name]) => !OWN.has(name));
  return JSON.stringify([sorted(own), sorted(attributes), elements]);
}

/** What a file that is no longer its clone's keeps of an item: nothing that names an original. */
export function withoutClone(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== TREE && name !== CONTENT));
}
