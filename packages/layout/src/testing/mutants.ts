// Small lies in the code, each of which the law of following must notice: an invalidation that is left out shows old pictures, and
// only beside a layout made afresh can that be seen. `npm run mutants -- layout` tells one after the other in a scratch copy of
// this package and runs `run` there; it is killed when that fails. `find` stands exactly once in the file.

export const mutants = {
  run: ['src/testing/simulate.ts', '40', '--stop'],
  mutants: [
    {
      name: 'links of drawn items are not traced',
      file: 'src/links/link-layer.ts',
      find: 'for (const node of pass.toDraw) nameLinksAt(pass.map, node.id, due);',
      replace: '',
      why: 'a link must follow an item that grew, came or was put elsewhere',
    },
    {
      name: 'links of hidden items stay',
      file: 'src/links/link-layer.ts',
      find: 'for (const id of pass.removed) nameLinksAt(pass.map, id as ItemId, due);',
      replace: '',
      why: 'a link with an end that was folded away is not shown',
    },
    {
      name: 'links within a pushed branch stay',
      file: 'src/links/link-layer.ts',
      find: 'for (const child of node.children) open.push(child);',
      replace: '',
      why: 'a link must follow an end that moved with a branch far above it',
    },
    {
      name: 'links are not due when large branches move',
      file: 'src/links/link-layer.ts',
      find: '      this.#isDue = true;\n',
      replace: '',
      why: 'hundreds of links must follow when somebody looks',
    },
    {
      name: 'links that follow later are not told as damage',
      file: 'src/links/link-layer.ts',
      find: '      this.#damage = [];\n      this.#scene.damageAll();\n',
      replace: '',
      why: 'a painter that paints the damage alone would leave them where they were',
    },
    {
      name: 'labels of links that are due keep their places',
      file: 'src/links/link-layer.ts',
      find: 'drawn.trace() || this.#ways.has(drawn)',
      replace: 'drawn.trace()',
      why: 'items around the label have moved',
    },
    {
      name: 'labels do not look again',
      file: 'src/links/link-layer.ts',
      find: 'if (!this.#isDue) this.#avoidItems(area);',
      replace: '',
      why: 'a label makes way for an item that comes, and goes back when it goes',
    },
    {
      name: 'a label knows only the box that it took',
      file: 'src/links/link-layer.ts',
      find: 'this.#tried.put(drawn, tried);',
      replace: 'this.#tried.put(drawn, [...heeded, ...tried.slice(-1)]);',
      why: 'what stood in its way may go',
    },
    {
      name: 'a link that goes around words does not look again',
      file: 'src/links/link-way.ts',
      find: 'return { curve: best.curve, heeded: [reach] };',
      replace: 'return { curve: best.curve, heeded: [] };',
      why: 'what stood in its way may go, and something else come',
    },
    {
      name: 'a link that runs freely does not look again',
      file: 'src/links/link-way.ts',
      find: 'heeded: pieces() }',
      replace: 'heeded: [] }',
      why: 'an item may come into its way',
    },
    {
      name: 'a link knows its boxes as they were',
      file: 'src/links/drawn-link.ts',
      find: 'if (!isSame) Object.assign(into, from);',
      replace: 'if (into.x === 0.5) Object.assign(into, from);',
      why: 'it may leave from an edge that moved',
    },
    {
      name: 'the item of a thread that is gone is forgotten',
      file: 'src/place/read-map.ts',
      find: 'if (before !== undefined) found.add(before);',
      replace: '',
      why: 'the badge must count what is left',
    },
    {
      name: 'a place is kept as -0',
      file: 'src/place/node.ts',
      find: 'Y, y + 0)',
      replace: 'Y, y)',
      why: 'followed and afresh must be the same number by number',
    },
    {
      name: 'a branch that grew is not packed among its siblings',
      file: 'src/place/tree.ts',
      find: 'if (node.parent !== null) packLater(node.parent, pass);',
      replace: '',
      why: 'siblings must make room',
    },
  ],
};
