import type { Rule } from './rule.ts';

const MOST_LINES = 400;

/** Fails on a source, style sheet, page or script of more than 400 lines. */
export const sizes: Rule = {
  name: 'sizes',
  find: (house) =>
    house.files.flatMap(({ path, text }) => {
      const lines = text.split('\n').length - 1;
      const counts = /\.(ts|tsx|mts|js|mjs|cjs|css|html|sh)$/.test(path);
      if (!counts || lines <= MOST_LINES) return [];
      return [
        { file: path, line: MOST_LINES + 1, says: `${lines} lines, of ${MOST_LINES} at most: lift a concept out.` },
      ];
    }),
};
