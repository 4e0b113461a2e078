import { type ItemId, type LinkId, type MindMap, parseItemId, parseLinkId, type Point, type Touched } from '@bough/map';
import { type Rect, type Scene, SceneTree, shift, touches } from '@bough/scene';
import type { TextMeasurer } from '@bough/text';
import { boxOf, wordsOf } from './answers/boxes.ts';
import { findDrop } from './answers/drop.ts';
import { findNeighbour } from './answers/neighbour.ts';
import { pull } from './answers/pulled.ts';
import { itemDrawing } from './draw/item-group.ts';
import type {
  Direction,
  Drop,
  Figures,
  Hit,
  ItemBox,
  Layout,
  LayoutChange,
  LayoutSettings,
  LinkShape,
  Pulled,
  WordsBox,
} from './layout.ts';
import { LinkLayer } from './links/link-layer.ts';
import { shapeOf } from './links/link-way.ts';
import { MapScene } from './map-scene.ts';
import { textSettingsOf } from './measure/body.ts';
import { HUES } from './measure/colours.ts';
import { boxIn, originOf, tallness } from './place/node.ts';
import { Rows } from './place/rows.ts';
import { PlacedTree } from './place/tree.ts';

const DEFAULTS: LayoutSettings = { maxTextWidth: 320, ignoresFolds: false, folds: new Map(), figures: null };

/** Places a whole map. The layout reads `map` only within this call and within `update`. */
export function createLayout(map: MindMap, measurer: TextMeasurer, settings: Partial<LayoutSettings> = {}): Layout {
  const all = { ...DEFAULTS, ...settings };
  return new PlacedMap(map, withFormulas(measurer, all.figures), all);
}

function withFormulas(measurer: TextMeasurer, figures: Figures | null): TextMeasurer {
  if (figures === null) return measurer;
  return {
    width: (text, style) => measurer.width(text, style),
    formula: (source, isBlock) => figures.formula(source, isBlock),
  };
}

class PlacedMap implements Layout {
  readonly #items = new SceneTree();
  readonly #tree: PlacedTree;
  readonly #links: LinkLayer;
  readonly #scene: MapScene;

  constructor(map: MindMap, measurer: TextMeasurer, settings: LayoutSettings) {
    this.#tree = new PlacedTree(this.#items, {
      settings,
      measurer,
      textSettings: textSettingsOf(settings),
      rows: new Rows(),
      drawing: itemDrawing,
      defaultShape: null,
      lineStyle: null,
      source: null,
      folds: settings.folds,
    });
    this.#links = new LinkLayer({
      measurer,
      nodes: this.#tree.nodes,
      boxesIn: (rect) => this.#rectsIn(rect),
    });
    this.#scene = new MapScene(this.#items, this.#links);
    this.#tree.build(map);
    this.#links.build(map);
    this.#scene.takeItemDamage();
  }

  get scene(): Scene {
    return this.#scene;
  }

  update(map: MindMap, touched: Touched): LayoutChange {
    const pass = this.#tree.update(map, touched);
    const links = this.#links.update(touched.links, pass, this.#scene.takeItemDamage());
    const { changed, added, removed, gone, moved } = pass;
    for (const id of links.changed) changed.add(id);
    for (const id of links.removed) removed.add(id);
    return { changed, added, removed, gone, moved };
  }

  showSource(id: ItemId | null): void {
    this.#tree.showSource(id);
  }

  showFolds(folds: ReadonlyMap<ItemId, boolean>): void {
    this.#tree.showFolds(folds);
  }

  box(id: ItemId): ItemBox | null {
    const node = this.#tree.nodes.get(id);
    return node === undefined ? null : boxOf(node, originOf(node));
  }

  words(id: ItemId): WordsBox | null {
    const node = this.#tree.nodes.get(id);
    return node === undefined ? null : wordsOf(node, originOf(node));
  }

  bounds(): Rect {
    return this.#scene.bounds() ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  subtreeBounds(id: ItemId): Rect | null {
    const node = this.#tree.nodes.get(id);
    return node === undefined ? null : this.#items.extentOf(node);
  }

  link(id: LinkId): LinkShape | null {
    const curve = this.#links.curveOf(id);
    return curve === null ? null : shapeOf(curve);
  }

  hit(point: Point, tolerance: number): Hit | null {
    const tag = this.#scene.hit(point, tolerance);
    if (tag?.kind === 'link') {
      const link = parseLinkId(tag.id);
      return link === null ? null : { kind: 'link', id: link };
    }
    const id = tag === null ? null : parseItemId(tag.id);
    if (tag === null || id === null) return null;
    return tag.kind === 'href' ? { kind: 'href', id, href: tag.href ?? '' } : { kind: tag.kind, id };
  }

  itemsIn(rect: Rect): ItemId[] {
    return this.#boxesIn(rect).map((box) => box.id);
  }

  #boxesIn(rect: Rect): ItemBox[] {
    const found: ItemBox[] = [];
    for (const { id, x, y } of this.#items.ids(rect)) {
      const node = this.#tree.nodes.get(id);
      if (node !== undefined && touches(rect, shift(boxIn(node), x, y))) found.push(boxOf(node, { x, y }));
    }
    return found;
  }

  /** Of the items' boxes, those that touch it: asked for links and labels by the thousand. */
  #rectsIn(rect: Rect): Rect[] {
    const found: Rect[] = [];
    for (const { id, x, y } of this.#items.ids(rect)) {
      const node = this.#tree.nodes.get(id);
      const box = node === undefined ? null : shift(boxIn(node), x, y);
      if (box !== null && touches(rect, box)) found.push(box);
    }
    return found;
  }

  neighbour(id: ItemId, direction: Direction): ItemId | null {
    const node = this.#tree.nodes.get(id);
    return node === undefined ? null : findNeighbour(node, direction, this.bounds(), (rect) => this.#boxesIn(rect));
  }

  drop(point: Point, dragged: ReadonlySet<ItemId>): Drop | null {
    return findDrop(point, dragged, this.#tree, (rect) => this.#boxesIn(rect));
  }

  pulled(id: ItemId, dx: number, dy: number): Pulled {
    const node = this.#tree.nodes.get(id);
    return node === undefined ? { lines: new Map(), shifts: new Map() } : pull(node, dx, dy);
  }

  offsetAt(id: ItemId, topLeft: Point): Point | null {
    const node = this.#tree.nodes.get(id);
    if (node === undefined) return null;
    const rect = boxIn(node);
    if (node.parent === null) return { x: topLeft.x - rect.x, y: topLeft.y - rect.y };
    const parent = originOf(node.parent);
    const left = topLeft.x - parent.x;
    // The origin of a left item is its right end. Where a box straddles its parent's origin it grows to the right.
    return { x: left >= 0 ? left : Math.min(0, left + rect.width), y: topLeft.y - parent.y - rect.y };
  }

  lighterSide(root: ItemId): 'left' | 'right' {
    let balance = 0;
    for (const child of this.#tree.nodes.get(root)?.children ?? []) {
      balance += child.side * tallness(child);
    }
    return balance > 0 ? 'left' : 'right';
  }

  nextHue(root: ItemId): string {
    const uses = Array.from({ length: HUES }, () => 0);
    for (const child of this.#tree.nodes.get(root)?.children ?? []) {
      const hue = /^branch:([0-7])$/.exec(child.colour?.base ?? '')?.[1];
      if (hue !== undefined) uses[Number(hue)] = (uses[Number(hue)] ?? 0) + 1;
    }
    return String(uses.indexOf(Math.min(...uses)));
  }
}
