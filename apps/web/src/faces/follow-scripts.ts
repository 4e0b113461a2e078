import { type OpenMap, watchScripts } from '@bough/editor';
import { FACE_NAMES } from '@bough/scene';
import type { Script } from '@bough/text';
import { type FaceFiles, facesOf } from './face-files.ts';

type FaceName = Exclude<keyof typeof FACE_NAMES, 'inter' | 'mono'>;

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
const NEEDED: Readonly<Record<Script, readonly FaceName[]>> = {
  arabic: ['arabic'],
  hebrew: ['hebrew'],
  devanagari: ['devanagari'],
  thai: ['thai'],
  kana: ['jp'],
  han: ['sc'],
  hangul: ['kr'],
  symbols: ['sc'],
  emoji: ['emoji'],
};

/**
 * While the map is open, the document has the faces of the scripts that it is written in. Chinese characters have their Japanese shapes
 * where the map has kana, so the Japanese face ends with the map. Answers what ends it.
 */
export function followScripts(open: OpenMap): () => void {
  const registered = new Map<FaceName, readonly FontFace[]>();
  let isOver = false;
  const unwatch = watchScripts(open, (script) => {
    for (const name of NEEDED[script]) {
      if (registered.has(name)) continue;
      registered.set(name, []);
      void LOADERS[name]().then(
        ({ files }) => {
          if (isOver) return;
          const faces = facesOf(FACE_NAMES[name], files);
          registered.set(name, faces);
          for (const face of faces) document.fonts.add(face);
          // What is on the screen already asks for its letters when it is painted the next time.
          document.fonts.dispatchEvent(new Event('loadingdone'));
        },
        // Without a network the system's own faces stand in; the next map tries again.
        () => registered.delete(name),
      );
    }
  });
  return () => {
    isOver = true;
    unwatch();
    for (const faces of registered.values()) for (const face of faces) document.fonts.delete(face);
  };
}
