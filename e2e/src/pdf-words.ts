import { execFileSync } from 'node:child_process';
import { findServer } from '@bough/house/servers';

/** A word that somebody finds on a sheet, and where it stands there, in points from the upper left. */
export interface PrintedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PrintedSheet {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PrintedWord[];
}

/** What Poppler finds on each sheet of a PDF: all words of its text, also those that an edge cuts or that lie beyond it. */
export function sheetsIn(file: string): readonly PrintedSheet[] {
  const found = findServer('poppler');
  if (found.kind !== 'ready') throw new Error(`${found.why} ${found.howTo}`);
  const page = execFileSync(found.from, ['-bbox', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8' });
  return page
    .split('<page ')
    .slice(1)
    .map((sheet) => ({
      width: numberOf('width', sheet),
      height: numberOf('height', sheet),
      words: [...sheet.matchAll(/<word ([^>]+)>([^<]*)<\/word>/g)].map(([, place = '', text = '']) => ({
        text,
        left: numberOf('xMin', place),
        top: numberOf('yMin', place),
        right: numberOf('xMax', place),
        bottom: numberOf('yMax', place),
      })),
    }));
}

function numberOf(name: string, attributes: string): number {
  return Number(new RegExp(`${name}="([-\\d.]+)"`).exec(attributes)?.[1]);
}
