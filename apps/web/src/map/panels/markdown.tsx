import { parseLines } from '@bough/editor';
import './notes.css';

type Run = ReturnType<typeof parseLines>[number]['runs'][number];

/** The mark of a list's row, and the words behind it. */
const ROW = /^(\s*)(?:([-*+•])|(\d{1,3})[.)])\s+(.*)$/u;

/** A note or a comment as it reads: marks become styles, addresses links that open beside the map, rows lists. HTML stays words. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      {text.split('\n').map((source, at) => {
        const [, indent = '', bullet, number, rest = source] = ROW.exec(source) ?? [];
        const [line] = parseLines(rest);
        const isRow = bullet !== undefined || number !== undefined;
        return (
          <p
            key={at}
            data-heading={line?.heading === 0 ? undefined : line?.heading}
            style={isRow ? { paddingInlineStart: `${1.3 + indent.length * 0.6}em`, textIndent: '-1.1em' } : undefined}
          >
            {isRow ? <span className="row-mark">{number === undefined ? '•' : `${number}.`}</span> : null}
            {(line?.runs ?? []).map((run, place) => (
              <Styled key={place} run={run} />
            ))}
          </p>
        );
      })}
    </div>
  );
}

function Styled({ run }: { readonly run: Run }) {
  const { text, bold, italic, strike, code, href } = run;
  let words = code ? <code>{text}</code> : <>{text}</>;
  if (strike) words = <s>{words}</s>;
  if (italic) words = <em>{words}</em>;
  if (bold) words = <strong>{words}</strong>;
  if (href === null) return words;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
}
