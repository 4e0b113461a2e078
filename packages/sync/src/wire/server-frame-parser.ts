import { err, isCount, isRecord, ok, parsePeerId, parsePersonId, type Result } from '@bough/base';
import { type NumberedChange, parseChange } from '@bough/map';
import {
  type Fields,
  hasExactly,
  isShortText,
  parseJsonObject,
  parseLineages,
  parseList,
  parseMoved,
  parsePeer,
} from './frame-fields.ts';
import type { MapRole } from '@bough/contracts';
import type { Bye, Refused, ServerFrame } from './frames.ts';

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
    case 'seen': {
      const { counter } = fields;
      return isCount(counter, 1) && hasExactly(fields, ['kind', 'counter'])
        ? ok({ kind: 'seen', counter })
        : err('not a seen');
    }
    case 'peers':
      return parsePeersShown(fields);
    case 'peer-gone': {
      const peer = parsePeerId(fields['peer']);
      if (peer === null || !hasExactly(fields, ['kind', 'peer'])) return err('not peers');
      return ok({ kind: 'peer-gone', peer });
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
      if (typeof isFull !== 'boolean' || !hasExactly(fields, ['kind', 'isFull'])) return err('not a full');
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
  if (!isRecord(value)) return err('not changes');
  const { seq, ...rest } = value;
  if (!isCount(seq, 1)) return err('not changes');
  const change = parseChange(rest);
  return change.ok ? ok({ seq, ...change.value }) : change;
}

function isRole(value: unknown): value is MapRole {
  return value === 'view' || value === 'comment' || value === 'edit' || value === 'own';
}

function parseWelcome(fields: Fields): Result<ServerFrame, string> {
  const { role, seq, counter, mirrored, people } = fields;
  if (!hasExactly(fields, ['kind', 'role', 'seq', 'lineages', 'counter', 'mirrored', 'person', 'peer', 'people']))
    return err('not a welcome');
  const person = parsePersonId(fields['person']);
  const peer = parsePeerId(fields['peer']);
  const lineages = parseLineages(fields['lineages']);
  if (!isRole(role) || !isCount(seq) || !isCount(counter) || person === null || peer === null)
    return err('not a welcome');
  if (lineages === null || !isMirrored(mirrored)) return err('not a welcome');
  const peers = parseList(people, Infinity, parsePeer);
  if (peers === null) return err('not a welcome');
  return ok({ kind: 'welcome', role, seq, lineages, counter, mirrored, person, peer, people: peers });
}

function isMirrored(value: unknown): value is number | null {
  return value === null || isCount(value);
}

function parsePeersShown(fields: Fields): Result<ServerFrame, string> {
  const peers = parseList(fields['peers'], Infinity, parsePeer);
  const moved = parseList(fields['moved'], Infinity, parseMoved);
  if (peers === null || moved === null || !hasExactly(fields, ['kind', 'peers', 'moved'])) return err('not peers');
  return ok({ kind: 'peers', peers, moved });
}

function parseChanges(fields: Fields): Result<ServerFrame, string> {
  const { changes, more } = fields;
  if (!hasExactly(fields, ['kind', 'changes', 'more']) || typeof more !== 'boolean') return err('not changes');
  if (!Array.isArray(changes)) return err('not changes');
  const parsed: NumberedChange[] = [];
  for (const one of changes as unknown[]) {
    const change = parseNumberedChange(one);
    if (!change.ok) return change;
    const before = parsed.at(-1)?.seq;
    if (before !== undefined && change.value.seq !== before + 1) return err('not changes');
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
  if (!hasExactly(fields, ['kind', 'counter', 'reason', 'detail'])) return err('not a refusal');
  if (!isCount(counter, 1) || !isRefusalReason(reason) || !isShortText(detail, 2000)) return err('not a refusal');
  return ok({ kind: 'refused', counter, reason, detail });
}

function parseBye(fields: Fields): Result<ServerFrame, string> {
  const { reason, detail } = fields;
  if (!hasExactly(fields, ['kind', 'reason', 'detail'])) return err('not a goodbye');
  if (!isByeReason(reason) || !isShortText(detail, 2000)) return err('not a goodbye');
  return ok({ kind: 'bye', reason, detail });
}
