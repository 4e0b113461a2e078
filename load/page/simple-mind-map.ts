import MindMap from 'simple-mind-map';
import type { Branch, Subject } from './subject.ts';

interface Node {
  readonly data: { readonly text: string; readonly uid: string; readonly expand: true };
  readonly children: Node[];
}

let mind: MindMap | null = null;
let el: HTMLElement | null = null;
let first = '';

function nodeOf({ id, words, children }: Branch): Node {
  return { data: { text: words, uid: id, expand: true }, children: children.map(nodeOf) };
}

function rendered(shown: MindMap): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      shown.off('node_tree_render_end', done);
      resolve();
    };
    shown.on('node_tree_render_end', done);
  });
}

export const subject: Subject = {
  // It has no frame without data.
  prepare: (host) => {
    el = host;
  },
  open: async (data) => {
    const tree = JSON.parse(data) as Branch;
    first = tree.children[0]?.id ?? '';
    mind = new MindMap({ el, data: nodeOf(tree), layout: 'mindMap', enableFreeDrag: false } as never);
    await rendered(mind);
  },
  pan: (dx, dy) => mind?.view.translateXY(dx, dy),
  zoom: (factor) => mind?.view.setScale((mind.view.scale || 1) * factor, innerWidth / 2, innerHeight / 2),
  add: async () => {
    if (mind === null) return;
    const node = mind.renderer.findNodeByUid(first);
    const isDone = rendered(mind);
    mind.execCommand('INSERT_CHILD_NODE', false, [node]);
    await isDone;
  },
};
