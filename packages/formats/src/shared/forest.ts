/** Nodes by number that are hung below each other, first come first served, and never in a circle (union-find). */
export class Forest {
  readonly #parent: Int32Array;
  readonly #tree: Int32Array;
  readonly #children = new Map<number, number[]>();

  constructor(size: number) {
    this.#parent = new Int32Array(size).fill(-1);
    this.#tree = Int32Array.from({ length: size }, (_, i) => i);
  }

  /** Hangs a node that hangs nowhere yet below another one; false when that would make a circle or it hangs already. */
  tryHang(node: number, below: number): boolean {
    if (this.#parent[node] !== -1 || this.#find(node) === this.#find(below)) return false;
    this.#parent[node] = below;
    this.#tree[this.#find(node)] = this.#find(below);
    const children = this.#children.get(below);
    if (children === undefined) this.#children.set(below, [node]);
    else children.push(node);
    return true;
  }

  /** All nodes, parents before children, each with its level: 1 for those that hang nowhere. Children come as they were hung, or by their numbers. */
  inOrder(by: 'hung' | 'number' = 'hung'): { readonly node: number; readonly level: number }[] {
    const found: { node: number; level: number }[] = [];
    const work: { node: number; level: number }[] = [];
    for (let node = this.#parent.length - 1; node >= 0; node--)
      if (this.#parent[node] === -1) work.push({ node, level: 1 });
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      found.push(next);
      const level = next.level + 1;
      const children = this.#children.get(next.node)?.toReversed() ?? [];
      if (by === 'number') children.sort((a, b) => b - a);
      for (const node of children) work.push({ node, level });
    }
    return found;
  }

  #find(node: number): number {
    let top = node;
    while ((this.#tree[top] ?? top) !== top) top = this.#tree[top] ?? top;
    for (let at = node; at !== top;) {
      const next = this.#tree[at] ?? top;
      this.#tree[at] = top;
      at = next;
    }
    return top;
  }
}
