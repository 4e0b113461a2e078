import { makeIds, must, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { applyOps, emptyMap, encodeMap, type ItemId, type MindMap, newItemId, type Op, Orders } from '@bough/map';

// The same trees for every editor: a root with eight branches, below it about six children each, one to seven words an item and
// now and then a sentence that wraps.

export interface Branch {
  readonly id: ItemId;
  readonly words: string;
  readonly children: Branch[];
}

const WORDS =
  `the quick river runs over stones and under old bridges where children play with kites in spring weather while
slow boats carry timber grain and letters between towns that nobody remembers founding`.split(/\s+/);
const FIRST_LEVEL = 8;
const FAN = 6;
const OPS = 400;

/** A tree of so many items; the same number gives the same tree. */
export function makeTree(items: number): Branch {
  const random = seededRandom(items);
  const ids = makeIds(new VirtualClock(), random);
  const chance = (): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
  const words = (): string => {
    const count = chance() < 0.05 ? 30 : 1 + Math.floor(chance() * 7);
    return Array.from({ length: count }, () => WORDS[Math.floor(chance() * WORDS.length)]).join(' ');
  };
  const all: Branch[] = [];
  for (let i = 0; i < items; i++) {
    const branch: Branch = { id: newItemId(ids), words: words(), children: [] };
    const about = Math.max(0, i / FAN + ((chance() - 0.5) * i) / (FAN + 2));
    if (i > 0) all[i <= FIRST_LEVEL ? 0 : Math.floor(about)]?.children.push(branch);
    all.push(branch);
  }
  const [root] = all;
  if (root === undefined) throw new Error('a tree has a root');
  return root;
}

/** The tree as a map, its first level in turn to the right and the left, or all of it to the right. */
export function mapOf(root: Branch, isOneSided = false): MindMap {
  const random = seededRandom(1);
  const person = parsePersonId(makeIds(new VirtualClock(), random).long());
  if (person === null) throw new Error('ids make ids');
  const orders = new Orders(random);
  const map = emptyMap();
  const ops: Op[] = [];
  const open: { branch: Branch; parent: ItemId | null; side: 'left' | 'right' | null; order: string }[] = [
    { branch: root, parent: null, side: null, order: orders.between(null, null) },
  ];
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const { branch, parent, side, order } = one;
    ops.push({ kind: 'add', id: branch.id, parent, order, fields: { text: branch.words, side } });
    let last: string | null = null;
    branch.children.forEach((child, i) => {
      last = orders.between(last, null);
      const own = parent !== null ? null : isOneSided || i % 2 === 0 ? 'right' : 'left';
      open.push({ branch: child, parent: branch.id, side: own, order: last });
    });
  }
  for (let i = 0; i < ops.length; i += OPS) must(applyOps(map, { author: person, at: 1, ops: ops.slice(i, i + OPS) }));
  return map;
}

/** The tree in Bough's own format, and as nested objects for everybody else. */
export function textsOf(root: Branch): { readonly bough: string; readonly nested: string } {
  return { bough: encodeMap(mapOf(root)), nested: JSON.stringify(root) };
}
