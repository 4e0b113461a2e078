import { isHiddenName, redactFact, redactLine } from './redaction.ts';

// One line of the log is one JSON object: `{"level":...,"time":...,"service":...,FACTS,"msg":...}`. Most facts are numbers and plain
// words, which are written as they are; the others are redacted and escaped. What of a line is the same for many is made once.

/** Nothing in it needs an escape, and no secret looks like it. */
const PLAIN = /^[\w-]*$/;
const MOST_KNOWN = 500;
const MOST_FACTS = 50;

interface Name {
  readonly text: string;
  readonly hidesText: boolean;
  readonly hidesNumbers: boolean;
}
const names = new Map<string, Name>();
const messages = new Map<string, string>();

/** The facts as members of a JSON object, each behind a comma; what may not be logged is redacted. */
export function membersOf(facts: Readonly<Record<string, unknown>>): string {
  let members = '';
  let left = MOST_FACTS;
  for (const key of Object.keys(facts)) {
    if (left-- === 0) break;
    const value = facts[key];
    if (value === undefined) continue;
    const name = nameOf(key);
    const isHidden = typeof value === 'number' ? name.hidesNumbers : name.hidesText;
    members += name.text + (isHidden ? '"[redacted]"' : valueOf(value));
  }
  return members;
}

/** The message as the last member of the object. */
export function messageOf(message: string): string {
  return remembered(messages, message, () => `,"msg":${valueOf(message)}`);
}

function nameOf(key: string): Name {
  return remembered(names, key, () => ({
    text: `,${valueOf(key)}:`,
    hidesText: isHiddenName(key, 'text'),
    hidesNumbers: isHiddenName(key, 'number'),
  }));
}

function valueOf(value: unknown): string {
  if (typeof value === 'string' && value.length < 1_000 && PLAIN.test(value)) return `"${value}"`;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  // A function, say, has no JSON.
  return redactLine(JSON.stringify(redactFact(value)) ?? 'null');
}

/** Names and messages stand in the code, so there are few; whatever does not is made anew each time. */
function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size < MOST_KNOWN) known.set(key, made);
  return made;
}
