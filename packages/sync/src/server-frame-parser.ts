import { err, ok, parseClientId, parsePersonId, type Result } from '@bough/base';
import { type NumberedChange, parseChange } from '@bough/map';
import {
  type Fields,
  hasExactly,
  isCount,
  isFields,
  isShortText,
  parseJsonObject,
  parseLineages,
  parseMoved,
  parsePeer,
} from './frame-fields.ts';
import type { Bye, Moved, Peer, Refused, Role, ServerFrame } from './frames.ts';

/** The frame that a gateway sent, or one sentence that says what is wrong with it. */
export function parseServerFrame(text: string): Result<ServerFrame, string> {
  const object = parseJsonObject(text);
  if (!object.ok) return object;
  const fields = object.value;
  switch (fields['kind']) {
    case 'welcome':
      return parseWelcome(fields);
    case 'changes':
      return parseChanges(fields);
    case 'refused':
      return parseRefused(fields);
    case 'peers':
      return parsePeersShown(fields);
    case 'peer-gone': {
      const client = parseClientId(fields['client']);
      if (client === null || !hasExactly(fields, ['kind', 'client'])) return err('nobody is gone');
      return ok({ kind: 'peer-gone', client });
    }
    case 'role': {
      const { role } = fields;
      if (!isRole(role) || !hasExactly(fields, ['kind', 'role'])) return err('no such role');
      return ok({ kind: 'role', role });
    }
    case 'pong': {
      const { nonce, seq, mirrored } = fields;
      if (!isCount(nonce) || !isCount(seq) || !hasExactly(fields, ['kind', 'nonce', 'seq', 'mirrored']))
        return err('not a pong');
      return isMirrored(mirrored) ? ok({ kind: 'pong', nonce, seq, mirrored }) : err('not a pong');
    }
    case 'full': {
      const { isFull } = fields;
      if (typeof isFull !== 'boolean' || !hasExactly(fields, ['kind', 'isFull'])) return err('full of what');
      return ok({ kind: 'full', isFull });
    }
    case 'bye':
      return parseBye(fields);
    default:
      return err('no such kind of frame');
  }
}

/** The numbered change that the value is, or what is wrong: for whoever reads changes from a wire or a store. */
function parseNumberedChange(value: unknown): Result<NumberedChange, string> {
  if (!isFields(value)) return err('not a change');
  const { seq, ...rest } = value;
  if (!isCount(seq, 1)) return err('a change without a number');
  const change = parseChange(rest);
  return change.ok ? ok({ seq, ...change.value }) : change;
}

function isRole(value: unknown): value is Role {
  return value === 'view' || value === 'comment' || value === 'edit' || value === 'own';
}

function parseWelcome(fields: Fields): Result<ServerFrame, string> {
  const { role, seq, counter, mirrored, people } = fields;
  if (!hasExactly(fields, ['kind', 'role', 'seq', 'lineages', 'counter', 'mirrored', 'person', 'people']))
    return err('other keys than a welcome has');
  const person = parsePersonId(fields['person']);
  const lineages = parseLineages(fields['lineages']);
  if (!isRole(role) || !isCount(seq) || !isCount(counter) || person === null) return err('a welcome without its facts');
  if (lineages === null || !isMirrored(mirrored)) return err('a welcome without the names of its order');
  const peers = parsePeers(people);
  return peers.ok
    ? ok({ kind: 'welcome', role, seq, lineages, counter, mirrored, person, people: peers.value })
    : peers;
}

function isMirrored(value: unknown): value is number | null {
  return value === null || isCount(value);
}

function parsePeers(value: unknown): Result<readonly Peer[], string> {
  if (!Array.isArray(value)) return err('people are not a list');
  const peers: Peer[] = [];
  for (const one of value as unknown[]) {
    const peer = parsePeer(one);
    if (!peer.ok) return peer;
    peers.push(peer.value);
  }
  return ok(peers);
}

function parsePeersShown(fields: Fields): Result<ServerFrame, string> {
  const { moved } = fields;
  if (!hasExactly(fields, ['kind', 'peers', 'moved']) || !Array.isArray(moved)) return err('not what peers show');
  const peers = parsePeers(fields['peers']);
  if (!peers.ok) return peers;
  const moves: Moved[] = [];
  for (const one of moved as unknown[]) {
    const move = parseMoved(one);
    if (move === null) return err('not a move');
    moves.push(move);
  }
  return ok({ kind: 'peers', peers: peers.value, moved: moves });
}

function parseChanges(fields: Fields): Result<ServerFrame, string> {
  const { changes, more } = fields;
  if (!hasExactly(fields, ['kind', 'changes', 'more']) || typeof more !== 'boolean')
    return err('other keys than changes have');
  if (!Array.isArray(changes)) return err('changes are not a list');
  const parsed: NumberedChange[] = [];
  for (const one of changes as unknown[]) {
    const change = parseNumberedChange(one);
    if (!change.ok) return change;
    const before = parsed.at(-1)?.seq;
    if (before !== undefined && change.value.seq !== before + 1) return err('changes are not dense');
    parsed.push(change.value);
  }
  return ok({ kind: 'changes', changes: parsed, more });
}

const REFUSALS: ReadonlySet<unknown> = new Set<Refused['reason']>([
  'cycle',
  'exists',
  'missing',
  'malformed',
  'limit',
  'denied',
  'unknown',
  'moot',
]);
const GOODBYES: ReadonlySet<unknown> = new Set<Bye['reason']>([
  'denied',
  'absent',
  'version',
  'malformed',
  'too-slow',
  'too-fast',
  'restart',
  'refetch',
]);

/** Whether the value is one of the reasons for which a change can be refused. */
export function isRefusalReason(value: unknown): value is Refused['reason'] {
  return REFUSALS.has(value);
}

function isByeReason(value: unknown): value is Bye['reason'] {
  return GOODBYES.has(value);
}

function parseRefused(fields: Fields): Result<ServerFrame, string> {
  const { counter, reason, detail } = fields;
  if (!hasExactly(fields, ['kind', 'counter', 'reason', 'detail'])) return err('other keys than a refusal has');
  if (!isCount(counter, 1) || !isRefusalReason(reason) || !isShortText(detail, 2000))
    return err('a refusal without its facts');
  return ok({ kind: 'refused', counter, reason, detail });
}

function parseBye(fields: Fields): Result<ServerFrame, string> {
  const { reason, detail } = fields;
  if (!hasExactly(fields, ['kind', 'reason', 'detail'])) return err('other keys than a goodbye has');
  if (!isByeReason(reason) || !isShortText(detail, 2000)) return err('a goodbye without a reason');
  return ok({ kind: 'bye', reason, detail });
}
