import 'jsmind/style/jsmind.css';
import JsMind from 'jsmind';
import type { Branch, Subject } from './subject.ts';

let mind: JsMind | null = null;
let host: HTMLElement | null = null;
let added = 0;

interface Node {
  readonly id: string;
  readonly topic: string;
  readonly children: Node[];
}

function nodeOf({ id, words, children }: Branch): Node {
  return { id, topic: words, children: children.map(nodeOf) };
}

export const subject: Subject = {
  prepare: (element) => {
    host = element;
    element.id = 'host';
    mind = new JsMind({ container: 'host', editable: true, theme: 'primary' });
  },
  open: async (data) => {
    const meta = { name: 'bench', author: '', version: '1' };
    mind?.show({ meta, format: 'node_tree', data: nodeOf(JSON.parse(data) as Branch) });
  },
  pan: (dx, dy) => host?.querySelector('.jsmind-inner')?.scrollBy(-dx, -dy),
  zoom: (factor) => {
    if (factor > 1) mind?.view.zoom_in();
    else mind?.view.zoom_out();
  },
  add: () => {
    const root = mind?.get_root();
    if (root !== undefined) mind?.add_node(root.children[0] ?? root, `new${added++}`, 'new');
  },
};
