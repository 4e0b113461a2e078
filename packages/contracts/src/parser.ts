import { err, ok, type Result } from '@bough/base';

// The parser kit. A parser reads something from outside and answers the value or one sentence that says where it is wrong.
// It never throws, refuses fields it does not know, looks at own properties alone, and knows its own shape as text, from
// which the schema hash is made.

/** What a parser answers: the value, or one sentence that says where the input is wrong. */
export type Parsed<T> = Result<T, string>;

/** Reads a T from something from outside. */
export interface Parser<T> {
  (input: unknown): Parsed<T>;
  /** What it takes, as canonical text. */
  readonly shape: string;
  /** The field may be absent from its object. */
  readonly isOptional?: boolean;
  /** The field may be absent, and reads as null then. */
  readonly isLeftOut?: boolean;
  /** What it takes as JSON Schema 2020-12; null: what no schema says. */
  readonly schema: JsonSchema | null;
  /** How a body or an answer travels; absent: as JSON. */
  readonly travels?: 'nothing' | 'bytes';
}
/** A schema, as JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** What a parser reads. */
export type ParsedBy<P> = P extends Parser<infer T> ? T : never;

/** A parser from a function, the text of its shape, and its schema. */
export function parser<T>(
  shape: string,
  read: (input: unknown) => Parsed<T>,
  schema: JsonSchema | null = null,
): Parser<T> {
  return Object.assign((input: unknown) => read(input), { shape, schema });
}

export interface TextLimits {
  readonly min?: number;
  /** In UTF-16 units. */
  readonly max: number;
}

/** Text within the limits, without lone surrogates. */
export function text(limits: TextLimits): Parser<string> {
  const min = limits.min ?? 0;
  return parser(
    `text(${min}..${limits.max})`,
    (input) => {
      if (typeof input !== 'string') return err('is not text');
      if (input.length < min) return err(`is shorter than ${min} characters`);
      if (input.length > limits.max) return err(`is longer than ${limits.max} characters`);
      return input.isWellFormed() ? ok(input) : err('is not well-formed Unicode');
    },
    { type: 'string', minLength: min, maxLength: limits.max },
  );
}

/** Text within the limits and of the form. `form` has no flags and matches in linear time. */
export function textOf(form: RegExp, limits: TextLimits): Parser<string> {
  const plain = text(limits);
  return parser(
    `${plain.shape}/${form.source}/`,
    (input) => {
      const read = plain(input);
      if (!read.ok) return read;
      return form.test(read.value) ? read : err('does not have the right form');
    },
    { ...plain.schema, pattern: form.source },
  );
}

/** One of these texts. */
export function oneOf<const T extends string>(...texts: readonly T[]): Parser<T> {
  return parser(
    texts.map((each) => JSON.stringify(each)).join('|'),
    (input) => {
      const found = texts.find((each) => each === input);
      return found === undefined ? err(`is not one of ${texts.join(', ')}`) : ok(found);
    },
    { type: 'string', enum: texts },
  );
}

/** A whole number within both bounds; -0 reads as 0. */
export function integer(min: number, max: number): Parser<number> {
  return parser(
    `integer(${min}..${max})`,
    (input) => {
      if (typeof input !== 'number' || !Number.isSafeInteger(input)) return err('is not a whole number');
      return input < min || input > max ? err(`is not between ${min} and ${max}`) : ok(input === 0 ? 0 : input);
    },
    { type: 'integer', minimum: min, maximum: max },
  );
}

/** A whole number written in digits: for parameters. */
export function integerText(min: number, max: number): Parser<number> {
  const number = integer(min, max);
  return parser(
    `digits ${number.shape}`,
    (input) => {
      if (typeof input !== 'string' || !/^(0|[1-9][0-9]{0,15})$/.test(input)) return err('is not a whole number');
      return number(Number(input));
    },
    number.schema,
  );
}

/** true or false. */
export const flag: Parser<boolean> = parser(
  'flag',
  (input) => (typeof input === 'boolean' ? ok(input) : err('is not true or false')),
  { type: 'boolean' },
);

/** What a parser of ids knows: `parse` answers null for anything else. */
export function idOf<T>(
  shape: string,
  parse: (input: unknown) => T | null,
  schema: JsonSchema | null = null,
): Parser<T> {
  return parser(
    shape,
    (input) => {
      const id = parse(input);
      return id === null ? err(`is not a ${shape}`) : ok(id);
    },
    schema,
  );
}

/** The value or null. */
export function nullable<T>(inner: Parser<T>): Parser<T | null> {
  return parser(`${inner.shape}|null`, (input) => (input === null ? ok(null) : inner(input)), {
    anyOf: [inner.schema ?? {}, { type: 'null' }],
  });
}

/** For parameters: absent reads as null. */
export function maybe<T>(inner: Parser<T>): Parser<T | null> {
  const read = (input: unknown): Parsed<T | null> => (input === undefined || input === null ? ok(null) : inner(input));
  return Object.assign(parser(`maybe ${inner.shape}`, read, inner.schema), { isLeftOut: true } as const);
}

/** In an object: the field may be absent, and is absent from the result then. */
export function optional<T>(inner: Parser<T>): Parser<T> & { readonly isOptional: true } {
  return Object.assign((input: unknown) => inner(input), {
    shape: `${inner.shape}?`,
    schema: inner.schema,
    isOptional: true,
  } as const);
}

/** A list of at most `max`. */
export function list<T>(inner: Parser<T>, max: number): Parser<readonly T[]> {
  return parser(
    `list(${inner.shape},${max})`,
    (input) => {
      if (!Array.isArray(input)) return err('is not a list');
      if (input.length > max) return err(`has more than ${max} entries`);
      const out: T[] = [];
      for (let i = 0; i < input.length; i++) {
        const read = inner(input[i]);
        if (!read.ok) return err(inside(`[${i}]`, read.error));
        out.push(read.value);
      }
      return ok(out);
    },
    { type: 'array', items: inner.schema ?? {}, maxItems: max },
  );
}

/** Exactly two values. */
export function pair<A, B>(first: Parser<A>, second: Parser<B>): Parser<readonly [A, B]> {
  return parser(
    `[${first.shape},${second.shape}]`,
    (input) => {
      if (!Array.isArray(input) || input.length !== 2) return err('is not a list of two');
      const [one, two] = [first(input[0]), second(input[1])];
      if (!one.ok) return err(inside('[0]', one.error));
      return two.ok ? ok([one.value, two.value]) : err(inside('[1]', two.error));
    },
    { type: 'array', items: { anyOf: [first.schema ?? {}, second.schema ?? {}] }, minItems: 2, maxItems: 2 },
  );
}

type Fields = Readonly<Record<string, Parser<unknown>>>;
type MayLack<P> = P extends { isOptional: true } ? true : false;
/** What `object(fields)` reads. Each of its fields is where the parser's is, for an editor that looks for its comment. */
export type ObjectOf<F extends Fields> = {
  readonly [K in keyof F as MayLack<F[K]> extends true ? never : K]: ParsedBy<F[K]>;
} & { readonly [K in keyof F as MayLack<F[K]> extends true ? K : never]?: ParsedBy<F[K]> | undefined };

/** An object with exactly these fields as its own; another name is a refusal, and so is anything that is no plain object. */
export function object<F extends Fields>(fields: F): Parser<ObjectOf<F>> {
  const known = new Map(Object.entries(fields));
  const all = [...known];
  const shape = `{${[...known].map(([name, each]) => `${name}:${each.shape}`).join(',')}}`;
  return parser(
    shape,
    (input) => {
      if (!isPlainObject(input)) return err('is not an object');
      for (const name of Object.keys(input)) if (!known.has(name)) return err(`has the unknown field ${quoted(name)}`);
      const out: Record<string, unknown> = {};
      for (const [name, each] of all) {
        const value = Object.hasOwn(input, name) ? input[name] : undefined;
        if (value === undefined && each.isOptional === true) continue;
        const read = each(value);
        if (!read.ok) return err(value === undefined ? `lacks the field ${name}` : inside(`.${name}`, read.error));
        out[name] = read.value;
      }
      return ok(out as ObjectOf<F>);
    },
    schemaOf(known),
  );
}

function schemaOf(fields: ReadonlyMap<string, Parser<unknown>>): JsonSchema {
  const all = [...fields];
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, each]) => [name, each.schema ?? {}])),
    required: all.filter(([, each]) => each.isOptional !== true && each.isLeftOut !== true).map(([name]) => name),
    additionalProperties: false,
  };
}

/** One of several objects, told apart by the text in the field `tag`. */
export function variants<F extends Readonly<Record<string, Parser<unknown>>>>(
  tag: string,
  cases: F,
): Parser<ParsedBy<F[keyof F]>> {
  const known = new Map(Object.entries(cases));
  const shape = `<${tag}:${[...known].map(([name, each]) => `${name}=${each.shape}`).join('|')}>`;
  return parser(
    shape,
    (input) => {
      if (!isPlainObject(input)) return err('is not an object');
      const kind = Object.hasOwn(input, tag) ? input[tag] : undefined;
      const chosen = typeof kind === 'string' ? known.get(kind) : undefined;
      if (chosen === undefined) return err(`has no known ${tag}`);
      return chosen(input) as Parsed<ParsedBy<F[keyof F]>>;
    },
    { oneOf: [...known.values()].map((each) => each.schema ?? {}) },
  );
}

/**
 * Any JSON value no deeper than `depth`, with every `__proto__` refused: what another package's parser reads further. `schema` says what
 * it is for who reads the API's document.
 */
export function json(depth: number, schema: JsonSchema = {}): Parser<unknown> {
  return parser(
    `json(${depth})`,
    (input) => {
      const wrong = wrongJson(input, depth);
      return wrong === null ? ok(input) : err(wrong);
    },
    schema,
  );
}

function wrongJson(input: unknown, depth: number): string | null {
  if (input === null || typeof input === 'string' || typeof input === 'boolean') return null;
  if (typeof input === 'number') return Number.isFinite(input) ? null : 'holds a number that is not finite';
  if (typeof input !== 'object') return 'is not JSON';
  if (depth <= 0) return 'is nested too deeply';
  if (Array.isArray(input)) {
    for (const each of input) {
      const wrong = wrongJson(each, depth - 1);
      if (wrong !== null) return wrong;
    }
    return null;
  }
  if (!isPlainObject(input)) return 'is not JSON';
  for (const name of Object.keys(input)) {
    if (name === '__proto__') return 'has the unknown field "__proto__"';
    const wrong = wrongJson(input[name], depth - 1);
    if (wrong !== null) return wrong;
  }
  return null;
}

function isPlainObject(input: unknown): input is Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null;
}

function inside(where: string, problem: string): string {
  return /^[.[]/.test(problem) ? `${where}${problem}` : `${where} ${problem}`;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
