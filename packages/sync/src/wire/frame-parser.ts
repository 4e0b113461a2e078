import {
  err,
  isCount,
  isRecord,
  isShortId,
  ok,
  parseClientId,
  parseMapId,
  parsePersonId,
  type Result,
} from '@bough/base';
import { parseOps } from '@bough/map';
import { type Fields, hasExactly, isShortText, parseJsonObject, parsePresence } from './frame-fields.ts';
import type { ClientFrame, OtherHello, Submit, SubmittedChange } from './frames.ts';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION, utf8Bytes } from './protocol.ts';

/**
 * The frame that a client sent, or one sentence that says what is wrong with it. Total: hostile text is refused before it
 * costs anything (PROTOCOL_LIMITS), an unknown field is a refusal. A greeting in another version passes, whatever else it
 * says, for the answer 'version'.
 */
export function parseClientFrame(text: string): Result<ClientFrame | OtherHello, string> {
  const longest = isSubmit(text) ? PROTOCOL_LIMITS.submitBytes : PROTOCOL_LIMITS.frameBytes;
  if (text.length > longest || utf8Bytes(text) > longest) return err('the frame is too large');
  const object = parseJsonObject(text);
  if (!object.ok) return object;
  const fields = object.value;
  switch (fields['kind']) {
    case 'hello':
      return parseHello(fields);
    case 'submit':
      return parseSubmit(fields);
    case 'presence': {
      if (!hasExactly(fields, ['kind', 'state'])) return err('other keys than presence has');
      const state = parsePresence(fields['state']);
      return state.ok ? ok({ kind: 'presence', state: state.value }) : state;
    }
    case 'fill':
      if (!hasExactly(fields, ['kind', 'from']) || !isCount(fields['from'], 1)) return err('not a fill');
      return ok({ kind: 'fill', from: fields['from'] });
    case 'ping':
      if (!hasExactly(fields, ['kind', 'nonce']) || !isCount(fields['nonce'])) return err('not a ping');
      return ok({ kind: 'ping', nonce: fields['nonce'] });
    default:
      return err('no such kind of frame');
  }
}

/** How every submit begins, to the letter: the only frame that may be larger than the others. */
const SUBMIT = '{"kind":"submit",';

/** Whether the text begins as a submit does. */
export function isSubmit(text: string): boolean {
  return text.startsWith(SUBMIT);
}

function parseHello(fields: Fields): Result<ClientFrame | OtherHello, string> {
  const { version } = fields;
  if (!isCount(version)) return err('hello has no version');
  if (version !== PROTOCOL_VERSION) return ok({ kind: 'other-hello', version });
  if (!hasExactly(fields, ['kind', 'version', 'map', 'client', 'person', 'ticket', 'since', 'lineage']))
    return err('other keys than a hello has');
  const map = parseMapId(fields['map']);
  const client = parseClientId(fields['client']);
  const person = parsePersonId(fields['person']);
  const { ticket, since, lineage } = fields;
  if (map === null || client === null) return err('hello names no map or no client');
  if (person === null && fields['person'] !== null) return err('hello names somebody who is nobody');
  if (!isShortText(ticket, 1000) || !isCount(since)) return err('hello has no ticket or number');
  if (lineage !== null && !isShortId(lineage)) return err('hello has no lineage');
  return ok({ kind: 'hello', version, map, client, person, ticket, since, lineage });
}

function parseSubmit(fields: Fields): Result<Submit, string> {
  const { base, changes } = fields;
  if (!hasExactly(fields, ['kind', 'base', 'changes']) || !isCount(base)) return err('other keys than a submit has');
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > PROTOCOL_LIMITS.submitChanges) {
    return err('a submit without changes, or with too many');
  }
  const parsed: SubmittedChange[] = [];
  for (const change of changes as unknown[]) {
    if (!isRecord(change) || !hasExactly(change, ['counter', 'ops'])) return err('not a submitted change');
    const { counter } = change;
    if (!isCount(counter, (parsed.at(-1)?.counter ?? 0) + 1)) return err('counters do not rise');
    if (counter > PROTOCOL_LIMITS.counter) return err('a counter that nobody can have come to');
    const ops = parseOps(change['ops']);
    if (!ops.ok) return err(`change ${counter}: ${ops.error}`);
    parsed.push({ counter, ops: ops.value });
  }
  return ok({ kind: 'submit', base, changes: parsed });
}
