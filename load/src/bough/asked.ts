// What is asked of a server, read from the bytes on their way to it.

/** Reads what one connection carries, piece by piece; answers the names of what has been asked with this piece. */
export type Reader = (piece: Buffer) => readonly string[];

const REQUEST = /^(GET|HEAD|PUT|POST|DELETE) (\S+) HTTP\/1\.1\r\n/;
/** Enough for the first line of a request. */
const LINE = 2_000;

/** Requests to S3 with the bucket in the path: `PUT heads`, `LIST mirrored`. A client sends no request before the last one was answered, so each begins a piece. */
export function storageReader(): Reader {
  return (piece) => {
    const [, method = '', target = ''] = REQUEST.exec(piece.toString('latin1', 0, LINE)) ?? [];
    if (method === '') return [];
    const { pathname, searchParams } = new URL(target, 'http://store');
    const [, , ...key] = pathname.split('/');
    const isList = method === 'GET' && searchParams.has('list-type');
    const path = isList ? (searchParams.get('prefix') ?? '') : decodeURIComponent(key.join('/'));
    return [`${isList ? 'LIST' : method} ${folderOf(path)}`];
  };
}

/** The kind of an object, by its key: `heads`, `segments`, `exports`. What a document has is told apart. */
export function folderOf(key: string): string {
  const [first = '', , third] = key.split('/');
  const isOfDocument = first === 'logs' && third !== undefined && third !== '';
  return (isOfDocument ? third : first) || 'everything';
}

const [HEADER, OP_MSG, OP_QUERY] = [16, 2013, 2004];
/** Behind the header: flags, the kind of the section, the document's length, the type of its first field. */
const FIRST_FIELD = HEADER + 4 + 1 + 4 + 1;
const TEXT = 2;

/** Commands to MongoDB: `find grants`, `hello`. Their messages say how long they are. */
export function databaseReader(): Reader {
  let held: Buffer = Buffer.alloc(0);
  return (piece) => {
    const names: string[] = [];
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= HEADER) {
      const length = held.readInt32LE(0);
      if (length < HEADER || held.length < length) break;
      names.push(commandOf(held.subarray(0, length)));
      held = held.subarray(length);
    }
    return names;
  };
}

function commandOf(message: Buffer): string {
  const code = message.readInt32LE(12);
  // Only the first words on a connection are still asked so.
  if (code === OP_QUERY) return 'hello';
  if (code !== OP_MSG) return `message ${code}`;
  const end = message.indexOf(0, FIRST_FIELD);
  const name = message.toString('utf8', FIRST_FIELD, end);
  if (message[FIRST_FIELD - 1] !== TEXT) return name;
  const length = message.readInt32LE(end + 1);
  return `${name} ${message.toString('utf8', end + 5, end + 4 + length)}`;
}

/** How often each command was given to Redis, by what `INFO commandstats` says. */
export function commandsOf(stats: string): ReadonlyMap<string, number> {
  return new Map(
    [...stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name = '', calls]) => [name, Number(calls)]),
  );
}

/** What has been added between two counts, the most first. */
export function added(
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
): readonly (readonly [name: string, count: number])[] {
  return [...to]
    .map(([name, count]) => [name, count - (from.get(name) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);
}
