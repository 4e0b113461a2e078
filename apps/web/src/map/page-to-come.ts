import type { MapId } from '@bough/base';
import type { Editor, PagePort } from '@bough/editor';
import { typeAheadForPanel } from '../shell/type-ahead/for-panel.ts';
import { imageAddressIn } from './editor/images.ts';
import { isTypedInto } from './panels/of-an-item.ts';

/** Stands for the page while the editor is there before it: what the page is asked for waits, and is asked again when it has come. */
export class PageToCome {
  readonly port: PagePort;
  readonly #waiting: ((page: PagePort) => void)[] = [];
  #page: PagePort | null = null;

  constructor(map: MapId, editor: Editor) {
    const imageAddress = imageAddressIn(map);
    const early: PagePort = {
      imageAddress,
      ask: (command, at) => {
        if (isTypedInto(editor, command)) typeAheadForPanel();
        this.#waiting.push((page) => page.ask?.(command, at));
      },
      keepImage: (file) =>
        new Promise((resolve) => {
          this.#waiting.push((page) => resolve(page.keepImage?.(file) ?? null));
        }),
      takeMapFile: (file) => void this.#waiting.push((page) => page.takeMapFile?.(file)),
    };
    const now = (): PagePort => this.#page ?? early;
    this.port = {
      imageAddress,
      get ask() {
        return now().ask;
      },
      get keepImage() {
        return now().keepImage;
      },
      get takeMapFile() {
        return now().takeMapFile;
      },
    };
  }

  /** It is there. */
  come(page: PagePort): void {
    this.#page = page;
    for (const ask of this.#waiting.splice(0)) ask(page);
  }
}
