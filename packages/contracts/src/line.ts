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

/** Nothing of it is seen: spaces, and signs that say how others are to be read. */
const UNSEEN = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*$/u;
/** What turns the direction of all that follows, words of others too. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;

/** A line by which people know something: something of it is seen, and it changes nothing beside it. */
export function nameLine(max: number): Parser<string> {
  const plain = line(max, 1);
  return parser(
    plain.shape,
    (input) => {
      const read = plain(input);
      if (!read.ok) return read;
      if (UNSEEN.test(read.value)) return err('shows nothing');
      return TURNING.test(read.value) ? err('turns the direction of what follows') : read;
    },
    plain.schema,
  );
}
