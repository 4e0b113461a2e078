/** A family in files for ranges of characters, as the packages have it. */
export interface FaceFiles {
  /** By file: the characters that it has, as style sheets write it. */
  readonly ranges: Readonly<Record<string, string>>;
  /** By path: the address of our own that the file is fetched from. */
  readonly urls: Readonly<Record<string, string>>;
}

const NAME = /-([^-]+(?:-ext)?)-(\d00)-normal[^-]*$/;

/**
 * The family as faces for the document's list. The browser fetches a file when a letter of its range is drawn. They count as upright and
 * slanted alike, since there are no slanted ones, and a browser's own slanting would be on no export.
 */
export function facesOf(family: string, { ranges, urls }: FaceFiles): FontFace[] {
  return Object.entries(urls).flatMap(([path, url]) => {
    const [, subset = '', weight = ''] = NAME.exec(path) ?? [];
    const unicodeRange = ranges[subset] ?? ranges[`[${subset}]`];
    if (unicodeRange === undefined) return [];
    return ['normal', 'italic'].map(
      (style) => new FontFace(family, `url("${url}")`, { weight: weightsFor(weight, urls), style, unicodeRange }),
    );
  });
}

/** A family of one weight is taken for all, lest a browser thickens it. */
function weightsFor(weight: string, urls: FaceFiles['urls']): string {
  return Object.keys(urls).length === 1 ? '100 900' : weight;
}
