/** A block of commands of a document, and where it stands. */
export interface CodeBlock {
  /** The heading that it stands below. */
  readonly section: string;
  readonly line: number;
  readonly text: string;
}

/** The blocks of a Markdown document that are fenced as this language, in its order. */
export function codeBlocks(markdown: string, language: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let section = '';
  let fence: { readonly isWanted: boolean; readonly line: number; readonly lines: string[] } | null = null;
  for (const [at, line] of markdown.split('\n').entries()) {
    const opened = /^```(\S*)/.exec(line);
    if (fence === null) {
      if (opened !== null) fence = { isWanted: opened[1] === language, line: at + 2, lines: [] };
      else section = /^##+ (.+)$/.exec(line)?.[1] ?? section;
    } else if (opened === null) fence.lines.push(line);
    else {
      if (fence.isWanted) blocks.push({ section, line: fence.line, text: `${fence.lines.join('\n')}\n` });
      fence = null;
    }
  }
  return blocks;
}

/** The headings of a document, as GitHub names their anchors. */
export function anchorsOf(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[^]*?^```$/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
