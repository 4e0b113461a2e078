import { Markmap } from 'markmap-view';
import type { Branch, Subject } from './subject.ts';

let map: Markmap | null = null;
let whole: Node | null = null;

interface Node {
  content: string;
  children: Node[];
}

function nodeOf({ words, children }: Branch): Node {
  return { content: words, children: children.map(nodeOf) };
}

export const subject: Subject = {
  prepare: (host) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('style', 'width: 100%; height: 100%');
    host.append(svg);
    map = Markmap.create(svg, { duration: 0, autoFit: false });
  },
  open: async (data) => {
    whole = nodeOf(JSON.parse(data) as Branch);
    await map?.setData(whole);
  },
  pan: (dx, dy) => {
    if (map !== null) map.svg.call(map.zoom.translateBy, dx, dy);
  },
  zoom: (factor) => {
    if (map !== null) map.svg.call(map.zoom.scaleBy, factor);
  },
  add: async () => {
    whole?.children[0]?.children.push({ content: 'new', children: [] });
    await map?.setData(whole);
  },
};
