declare module 'd3-flextree' {
  /** A node after it was placed: x across, y along the direction of growth. */
  export interface FlexNode<T> {
    readonly data: T;
    readonly depth: number;
    readonly parent: FlexNode<T> | null;
    readonly x: number;
    readonly y: number;
    each(visit: (node: FlexNode<T>) => void): void;
  }
  export interface FlexLayout<T> {
    (root: FlexNode<T>): FlexNode<T>;
    hierarchy(data: T): FlexNode<T>;
  }
  export function flextree<T>(options: {
    readonly children: (data: T) => readonly T[];
    readonly nodeSize: (node: FlexNode<T>) => readonly [number, number];
    readonly spacing: (a: FlexNode<T>, b: FlexNode<T>) => number;
  }): FlexLayout<T>;
}
