import { type FaceName, type OpenMap, watchFaces } from '@bough/editor';
import { type FaceFiles, facesOf } from './face-files.ts';

const LOADERS: Readonly<Record<FaceName, () => Promise<{ readonly files: FaceFiles }>>> = {
  arabic: () => import('./arabic.ts'),
  hebrew: () => import('./hebrew.ts'),
  devanagari: () => import('./devanagari.ts'),
  thai: () => import('./thai.ts'),
  jp: () => import('./jp.ts'),
  sc: () => import('./sc.ts'),
  kr: () => import('./kr.ts'),
  emoji: () => import('./emoji.ts'),
};
/**
 * While the map is open, the document has the faces of the scripts that it is written in. Chinese characters have their Japanese shapes
 * where the map has kana, so the Japanese face ends with the map. Answers what ends it.
 */
export function followScripts(open: OpenMap): () => void {
  const registered: FontFace[] = [];
  let isOver = false;
  const unwatch = watchFaces(open, (name, family) => {
    void LOADERS[name]().then(
      ({ files }) => {
        if (isOver) return;
        const faces = facesOf(family, files);
        registered.push(...faces);
        for (const face of faces) document.fonts.add(face);
        // What is on the screen already asks for its letters when it is painted the next time.
        document.fonts.dispatchEvent(new Event('loadingdone'));
      },
      // Without a network the system's own faces stand in.
      () => undefined,
    );
  });
  return () => {
    isOver = true;
    unwatch();
    for (const face of registered) document.fonts.delete(face);
  };
}
