import { err, ok, type Result } from '@bough/base';
import type { LineCodec } from '@bough/bloblog';
import { type Change, parseChange } from '@bough/map';

/** Changes as lines of JSON, in the log. */
export const changeCodec: LineCodec<Change> = {
  encode: (change) => JSON.stringify(plain(change)),
  tryDecode(line): Result<Change, string> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return err('not JSON');
    }
    const read = parseChange(value);
    return read.ok ? ok(read.value) : read;
  },
};

/** Exactly the fields of a change: a number that it also bears is the log's to know. */
function plain(change: Change): Change {
  const { client, counter, author, at, ops } = change;
  return { client, counter, author, at, ops };
}
