import { err, ok, type Result } from '@bough/base';

// How BOUGH_REDIS_URL names a Redis or Valkey. The scheme says what stands there; a second `s` in `rediss` means TLS:
//   redis://[user:password@]host[:port][/database]              one server
//   redis+sentinel://[user:password@]host[:port]/name[/database], …   Sentinels, each address with the name of the same master
//   redis+cluster://[user:password@]host[:port], …               some nodes of a cluster; it tells the others
// User and password are those of the servers with the data. Sentinels that ask for one too: ?sentinel-password=…

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}
interface Access {
  readonly nodes: readonly RedisNode[];
  readonly username: string | null;
  readonly password: string | null;
  readonly isTls: boolean;
}
/** Where a Redis is, and what it is made of. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (Access & { readonly kind: 'cluster' })
  | (Access & {
      readonly kind: 'sentinel';
      readonly master: string;
      readonly database: number;
      readonly sentinelPassword: string | null;
    });

const PORTS = { sentinel: 26_379, cluster: 6_379 } as const;

/** Reads the addresses of one Redis, separated by commas; the error is the rest of a sentence that begins with the setting's name. */
export function parseRedisAddress(text: string): Result<RedisAddress, string> {
  const urls = text.split(',').map((each) => each.trim());
  if (!urls.every((each) => URL.canParse(each))) return err('is not a list of addresses like redis://127.0.0.1:6379');
  const read = urls.map((each) => new URL(each));
  const [first] = read;
  if (first === undefined) return err('has no address');
  const scheme = /^(rediss?)(?:\+(sentinel|cluster))?:$/.exec(first.protocol);
  if (scheme === null) return err('must begin with redis://, rediss://, redis+sentinel:// or redis+cluster://');
  const { protocol } = first;
  if (read.some((each) => each.protocol !== protocol)) return err('must not mix several kinds of addresses');
  const kind = scheme[2];
  if (kind === undefined) {
    const [url = ''] = urls;
    return urls.length === 1
      ? ok({ kind: 'server', url })
      : err('names several servers, but neither Sentinels nor a cluster');
  }
  if (kind !== 'sentinel' && kind !== 'cluster') return err('has an unknown scheme');
  const access: Access = {
    nodes: read.map(({ hostname, port }) => ({ host: hostname, port: port === '' ? PORTS[kind] : Number(port) })),
    username: textOf(first.username),
    password: textOf(first.password),
    isTls: scheme[1] === 'rediss',
  };
  if (access.nodes.some(({ host }) => host === '')) return err('has an address without a host');
  if (kind === 'cluster') return ok({ kind, ...access });
  const [master = '', database = '0', ...rest] = first.pathname.slice(1).split('/');
  if (master === '' || rest.length > 0 || !/^\d{1,5}$/.test(database)) {
    return err("must end with the master's name, as its Sentinels know it: redis+sentinel://host:26379/name");
  }
  const { pathname } = first;
  if (read.some((each) => each.pathname !== pathname)) return err('must name the same master in each address');
  const sentinelPassword = first.searchParams.get('sentinel-password');
  return ok({ kind, ...access, master: decodeURIComponent(master), database: Number(database), sentinelPassword });
}

function textOf(part: string): string | null {
  return part === '' ? null : decodeURIComponent(part);
}
