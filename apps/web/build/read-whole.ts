import type { Plugin } from 'vite';

// A browser reads functions when they are first called, one after the other, and the page waits. What a first picture runs nearly whole is
// better read whole, beside the page, while it still comes over the line: Chromium does that with a file that says so in its first line.

/** The files, by the names that groups.ts gives. */
const READ_WHOLE: ReadonlySet<string> = new Set(['page', 'editor']);
const FIRST_LINE = '//# allFunctionsCalledOnLoad\n';

/** Has the files of a map's first picture say that they are to be read whole. */
export function readWhole(): Plugin {
  return {
    name: 'bough-read-whole',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [path, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk' || !READ_WHOLE.has(file.name)) continue;
          file.code = FIRST_LINE + file.code;
          const map = bundle[`${path}.map`];
          if (map?.type === 'asset' && typeof map.source === 'string') map.source = lineLater(map.source);
        }
      },
    },
  };
}

/** The source map of a file that has one line more before its first. */
export function lineLater(map: string): string {
  return map.replace('"mappings":"', '"mappings":";');
}
