import url from 'twemoji-colr-font/twemoji.woff2?url';
import type { FaceFiles } from './face-files.ts';

// Digits are left out: the face has blanks for them, of which keycaps were to be made.
const emoji = 'U+A9,U+AE,U+200D,U+203C-3299,U+FE0F,U+1F000-1FAFF,U+E0020-E007F';

export const files: FaceFiles = { ranges: { emoji }, urls: { 'twemoji-emoji-400-normal': url } };
