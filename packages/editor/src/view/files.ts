import { foreignImages } from '../clipboard/foreign-images.ts';
import { sizeOnMap } from '../clipboard/size-on-map.ts';
import type { PagePort } from '../core/ports/page-port.ts';
import type { EditorSession } from '../core/editor-session.ts';
import type { Effect } from '../core/step.ts';

// Reads what was dropped or pasted and takes time: what it has become is another intent. Fetched when the first such thing comes,
// and apart only as long as it imports nothing that the editor needs before.

/** What files are read for. */
export interface FileHost {
  readonly session: EditorSession;
  readonly page: PagePort;
  /** Images that could not be shown may be there now. */
  readonly onImages: () => void;
}

/** One after another, in their order: images are kept first, then stand on the map. */
export async function takeFiles({ session, page }: FileHost, effect: Effect<'take-files'>): Promise<void> {
  const { files, on, at } = effect;
  for (const { as, file } of files) {
    if (as === 'image') {
      const kept = await page.keepImage?.(file);
      if (kept === undefined || kept === null) continue;
      const image = { source: kept.source, ...sizeOnMap(kept.width, kept.height) };
      session.dispatch({ kind: 'image', image, on, at });
    } else if (as === 'outline') {
      session.dispatch({ kind: 'outline', text: await file.text(), on, at });
    } else if (page.takeMapFile !== null) {
      session.dispatch({ kind: 'select', ids: on === null ? [] : [on] });
      page.takeMapFile(file);
    }
  }
}

/** Lists as another program or page wrote them; without the code that reads them there is the text. */
export async function readHtml({ session }: FileHost, { html, text, at }: Effect<'read-html'>): Promise<void> {
  const code = await import('../clipboard/read-html.ts').catch(() => null);
  const trees = code?.parseHtml(html) ?? [];
  if (trees.length > 0 && session.dispatch({ kind: 'trees', trees, at })) return;
  session.dispatch({ kind: 'outline', text, at });
}

/** Branches were pasted: their images, where they are of another map, are kept for this one too. */
export async function adoptImages({ session, page, onImages }: FileHost, branches: string): Promise<void> {
  const keep = page.keepImage;
  if (keep === null) return;
  for (const [source, address] of foreignImages(branches, page.imageAddress)) {
    // oxlint-disable-next-line no-restricted-globals -- the browser's own, at our own origin
    const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
    const kept = answer?.ok === true ? await keep(await answer.blob()) : null;
    // As docstore has it, it has the same name in every map, and the items are right as they are.
    if (kept === null || kept.source === source) continue;
    const ops = [...session.map.items.values()].flatMap(({ id, image }) =>
      image?.source === source
        ? [{ kind: 'set', id, fields: { image: { ...image, source: kept.source } } } as const]
        : [],
    );
    if (ops.length > 0) session.dispatch({ kind: 'change', ops });
  }
  onImages();
}
