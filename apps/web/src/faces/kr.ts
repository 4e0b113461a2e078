import ranges from '@fontsource/noto-sans-kr/unicode.json';
import type { FaceFiles } from './face-files.ts';

const urls = import.meta.glob<string>(
  '../../node_modules/@fontsource/noto-sans-kr/files/noto-sans-kr-[0-9]*-{400,700}-normal.woff2',
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

export const files: FaceFiles = { ranges, urls };
