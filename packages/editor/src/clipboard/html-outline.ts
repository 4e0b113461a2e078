import { parseLines } from '@bough/text';
import type { OutlineNode } from '../commands/edits/outline.ts';

/** Whether the HTML has a list: else its plain text says as much. */
export function hasList(html: string): boolean {
  return /<li[\s>]/i.test(html);
}

/** The outline as nested lists, words with their styles. */
export function writeHtml(nodes: readonly OutlineNode[]): string {
  const items = nodes.map((node) => {
    const box = node.checkbox === null ? '' : node.checkbox === 'done' ? '\u2611 ' : '\u2610 ';
    return `<li>${box}${styled(node.text)}${node.children.length === 0 ? '' : writeHtml(node.children)}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function styled(text: string): string {
  const lines = parseLines(text).map(({ runs }) =>
    runs
      .map((run) => {
        let html = escaped(run.text);
        if (run.code) html = `<code>${html}</code>`;
        if (run.bold) html = `<b>${html}</b>`;
        if (run.italic) html = `<i>${html}</i>`;
        if (run.strike) html = `<s>${html}</s>`;
        return run.href === null ? html : `<a href="${escaped(run.href)}">${html}</a>`;
      })
      .join(''),
  );
  return lines.join('<br>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
