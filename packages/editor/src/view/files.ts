import type { ItemId } from '@bough/map';
import { foreignImages } from '../clipboard/foreign-images.ts';
import { addChild, addRoot, growTrees } from '../commands/grow.ts';
import { setFields } from '../commands/mark.ts';
import { addressIn, droppedAs, sizeOnMap } from '../clipboard/dropped.ts';
import { parseOutline } from '../commands/outline.ts';
import { selectionOf } from '../commands/selection.ts';
import type { Spot } from '@bough/scene';
import type { Desk } from './desk.ts';
import type { Writer } from './writer.ts';

/** An image that the map's storage has taken. */
export interface KeptImage {
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** How the editor has an image kept; null when it could not be, which the page has told the person by then. */
export type KeepImage = (file: Blob) => Promise<KeptImage | null>;

/** Takes a file of another program, for the branches that it will be below the focused item. */
export type TakeMapFile = (file: File) => void;

/** What the page does for files, where it does it. */
export interface FileHost {
  readonly keepImage: () => KeepImage | null;
  readonly takeMapFile: () => TakeMapFile | null;
  /** Where the pixels of an image of this map are. */
  readonly addressOf: (source: string) => string | null;
  /** Images that could not be shown may be there now. */
  readonly repaint: () => void;
  /** Brings what is selected into sight. */
  readonly reveal: () => void;
}

/** What is dropped or pasted as a file or an address: images are kept first, then stand on the map. */
export class Files {
  readonly #desk: Desk;
  readonly #writer: Writer;
  readonly #host: FileHost;

  constructor(desk: Desk, writer: Writer, host: FileHost) {
    this.#desk = desk;
    this.#writer = writer;
    this.#host = host;
  }

  /** Files for the item (or where nothing is, for new ones in the middle): the first image is the item's own if it has none. */
  async take(files: readonly File[], on: ItemId | null = this.#desk.selection.focus): Promise<void> {
    for (const file of files) {
      const kind = droppedAs(file);
      if (kind === 'image') await this.#image(file, on);
      else if (kind === 'map') this.#mapFile(file, on);
      else if (kind === 'outline') this.#outline(await file.text(), on);
    }
  }

  /** Branches were pasted: their images, where they are of another map, are kept for this one too. */
  async adopt(text: string): Promise<void> {
    const keep = this.#host.keepImage();
    if (keep === null) return;
    for (const [source, address] of foreignImages(text, this.#host.addressOf)) {
      // oxlint-disable-next-line no-restricted-globals -- the browser's own, at our own origin
      const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
      const kept = answer?.ok === true ? await keep(await answer.blob()) : null;
      // As docstore has it, it has the same name in every map, and the items are right as they are.
      if (kept === null || kept.source === source || !this.#desk.canWrite) continue;
      const ops = [...this.#desk.map.items.values()].flatMap(({ id, image }) =>
        image?.source === source
          ? [{ kind: 'set', id, fields: { image: { ...image, source: kept.source } } } as const]
          : [],
      );
      if (ops.length > 0) this.#desk.carryOut({ ops });
    }
    this.#host.repaint();
  }

  #mapFile(file: File, on: ItemId | null): void {
    const take = this.#host.takeMapFile();
    if (take === null || !this.#desk.canWrite) return;
    this.#desk.select(on === null ? [] : [on]);
    take(file);
  }

  /** Something was let go over the map at `at`, over the item `on`. */
  drop(data: DataTransfer, on: ItemId | null, at: Spot): void {
    if (!this.#desk.canWrite) return;
    this.#desk.middle = at;
    this.#desk.select(on === null ? [] : [on]);
    const address = addressIn(data.getData('text/uri-list'));
    if (data.files.length > 0) void this.take([...data.files], on);
    else if (address !== null) this.#address(address, data.getData('text/plain'));
    else this.#writer.take(data);
  }

  async #image(file: File, on: ItemId | null): Promise<void> {
    const kept = await this.#host.keepImage()?.(file);
    if (kept === undefined || kept === null || !this.#desk.canWrite) return;
    const image = { source: kept.source, ...sizeOnMap(kept.width, kept.height) };
    const item = on === null ? undefined : this.#desk.map.items.get(on);
    const world = this.#desk.world();
    if (item !== undefined && item.image === null) {
      this.#desk.carryOut(setFields({ ...world, selection: selectionOf([item.id]) }, { image }));
      // With its image it is larger; whoever has gone on meanwhile is left where they look.
      if (this.#desk.selection.focus === item.id) this.#host.reveal();
      return;
    }
    const plan =
      item === undefined ? addRoot(world, world.middle) : addChild({ ...world, selection: selectionOf([item.id]) });
    const made = plan?.edit;
    if (plan === null || made === undefined) return;
    const ops = plan.ops.map((op) => (op.kind === 'add' ? { ...op, fields: { ...op.fields, image } } : op));
    if (this.#desk.carryOut({ ops, select: [made] })) this.#host.reveal();
  }

  #outline(text: string, on: ItemId | null): void {
    const world = this.#desk.world();
    this.#desk.carryOut(growTrees({ ...world, selection: selectionOf(on === null ? [] : [on]) }, parseOutline(text)));
  }

  /** An address is a new item with a link, named by what came along with it. */
  #address(address: string, words: string): void {
    const text =
      words === '' || words === address ? address.replace(/^(?:https?:\/\/|mailto:)/, '').slice(0, 200) : words;
    const plan = growTrees(this.#desk.world(), [{ text, checkbox: null, children: [] }]);
    if (plan === null) return;
    const ops = plan.ops.map((op) => (op.kind === 'add' ? { ...op, fields: { ...op.fields, href: address } } : op));
    this.#desk.carryOut({ ...plan, ops });
  }
}
