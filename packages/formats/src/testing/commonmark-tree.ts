import { type Node, Parser } from 'commonmark';

/** An item as the reference reader of CommonMark finds it: a heading, or an item of a list with its first paragraph. */
export interface CommonmarkItem {
  readonly level: number;
  readonly text: string;
}

/** The headings and list items of a document, in order, by a parser that nobody here wrote. */
export function commonmarkTree(source: string): CommonmarkItem[] {
  const items: CommonmarkItem[] = [];
  const walker = new Parser().parse(source).walker();
  let lists = 0;
  let heading = 0;
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (node.type === 'list') lists += entering ? 1 : -1;
    if (!entering) continue;
    if (node.type === 'heading') {
      heading = node.level;
      items.push({ level: heading, text: wordsIn(node) });
    }
    if (node.type === 'item') {
      const first = node.firstChild;
      items.push({ level: heading + lists, text: first?.type === 'paragraph' ? wordsIn(first) : '' });
    }
  }
  return items;
}

/** The words of a paragraph or heading; what breaks a line is a blank. */
function wordsIn(block: Node): string {
  const walker = block.walker();
  let words = '';
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { type, literal } = event.node;
    if (!event.entering) continue;
    if (type === 'softbreak' || type === 'linebreak' || literal === '<br>') words += ' ';
    else if (type !== 'html_inline') words += literal ?? '';
  }
  return words;
}

/** Where each image of a document leads, and after how many headings and list items it stands. */
export function commonmarkImages(source: string): { readonly after: number; readonly address: string }[] {
  const images: { after: number; address: string }[] = [];
  const walker = new Parser().parse(source).walker();
  let after = 0;
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    if (node.type === 'heading' || node.type === 'item') after++;
    if (node.type === 'image') images.push({ after, address: node.destination ?? '' });
  }
  return images;
}
