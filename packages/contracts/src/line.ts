import { err, ok } from '@bough/base';
import { type Parser, parser, text } from './parser.ts';

/** One line of text: no control characters at all, so that it can neither end a header nor a log line. */
export function line(max: number, min = 0): Parser<string> {
  const plain = text({ min, max });
  return parser(
    `line ${plain.shape}`,
    (input) => {
      const read = plain(input);
      if (!read.ok) return read;
      for (const each of read.value) {
        const code = each.codePointAt(0) ?? 0;
        if (code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029) {
          return err('has a control character');
        }
      }
      return ok(read.value);
    },
    { ...plain.schema, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$' },
  );
}
