import 'mind-elixir/style.css';
import MindElixir, { type MindElixirInstance, type NodeObj } from 'mind-elixir';
import type { Branch, Subject } from './subject.ts';

let mind: MindElixirInstance | null = null;

function nodeOf({ id, words, children }: Branch): NodeObj {
  return { id, topic: words, children: children.map(nodeOf) };
}

export const subject: Subject = {
  prepare: (host) => {
    mind = new MindElixir({ el: host, direction: MindElixir.SIDE, toolBar: false, contextMenu: false });
  },
  open: async (data) => {
    mind?.init({ nodeData: nodeOf(JSON.parse(data) as Branch) });
  },
  pan: (dx, dy) => mind?.move(dx, dy),
  zoom: (factor) => mind?.scale(Math.max(0.2, Math.min(2, mind.scaleVal * factor))),
  add: async () => {
    if (mind === null) return;
    const branch = mind.nodeData.children?.[0];
    if (branch !== undefined) await mind.addChild(mind.findEle(branch.id));
  },
};
