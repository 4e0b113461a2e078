import { type Draft, type DraftItem, unpackForeign } from '../shared/draft.ts';

const COLUMN = 360;
const ROW = 90;
const WIDTH = 280;
const HEIGHT = 60;

/** The draft as JSON Canvas: items as boxes in columns by level, the tree and the links as edges. */
export function writeCanvas(draft: Draft): string {
  const nodes: object[] = [];
  const tree: object[] = [];
  const path: string[] = [];
  let row = 0;
  for (const item of draft.items) {
    const isChildOnNewLine = item.level <= path.length;
    if (isChildOnNewLine) row++;
    path.length = item.level - 1;
    const parent = path.at(-1);
    path.push(item.key);
    nodes.push(boxOf(item, row));
    if (parent !== undefined) {
      const sides = { fromSide: 'right', toSide: 'left', toEnd: 'none' };
      tree.push({ id: `tree-${item.key}`, fromNode: parent, toNode: item.key, ...sides });
    }
  }
  const links = draft.links.map(({ from, to, label, arrow, ...own }, i) => ({
    id: `link-${i}`,
    fromNode: from,
    toNode: to,
    fromEnd: arrow === 'both' ? 'arrow' : 'none',
    toEnd: arrow === 'none' ? 'none' : 'arrow',
    ...(label === '' ? {} : { label }),
    ...colourOf(own.colour),
    bough: own,
  }));
  return `${JSON.stringify({ nodes, edges: [...tree, ...links], bough: { title: '', ...draft.settings } }, null, 1)}\n`;
}

function boxOf(item: DraftItem, row: number): object {
  const { text, offset, ...own } = item.fields;
  const kept = unpackForeign(item.fields.foreign ?? null, 'canvas').members;
  const { type = 'text', width = WIDTH, height = HEIGHT, file } = kept;
  const x = item.level === 1 && offset ? offset.x : (item.level - 1) * COLUMN;
  const y = item.level === 1 && offset ? offset.y : row * ROW;
  const place = { id: item.key, x: Math.round(x), y: Math.round(y), width, height };
  const words =
    type === 'group'
      ? { label: text }
      : type === 'file'
        ? { file }
        : type === 'link'
          ? { url: item.fields.href ?? text }
          : { text };
  return { type, ...place, ...words, ...colourOf(own.colour), bough: { text, offset: offset ?? null, ...own } };
}

/** Branch hues have no name there. */
function colourOf(colour: string | null | undefined): { readonly color?: string } {
  return colour?.startsWith('#') === true ? { color: colour } : {};
}
