import type { Op } from '../changes/change.ts';
import { LIMITS } from '../model/limits.ts';

// What the schemas of ops and maps are made of.

/** A schema, as JSON. */
export type MapSchema = Readonly<Record<string, unknown>>;

/** A kind of op in the API's document: what it does, in a sentence, and its keys. A function, so that no page carries what it does not call. */
export type OpSchema<O extends Op> = () => {
  readonly does: string;
  readonly keys: { readonly [F in Exclude<keyof O, 'kind'>]-?: MapSchema };
};
export type Keys<T> = { readonly [F in keyof T]-?: MapSchema };

export const ref = (name: string): MapSchema => ({ $ref: `#/components/schemas/${name}` });
export const textUpTo = (most: number, description?: string): MapSchema => ({
  type: 'string',
  maxLength: most,
  ...(description === undefined ? {} : { description }),
});
export const choice = (values: ReadonlySet<unknown>): MapSchema => ({ type: 'string', enum: [...values] });
export const orNull = (schema: MapSchema, description: string): MapSchema => ({
  anyOf: [schema, { type: 'null' }],
  description,
});
export const listOf = (items: MapSchema, maxItems?: number): MapSchema => {
  return { type: 'array', items, ...(maxItems === undefined ? {} : { maxItems }) };
};
export const exactly = (
  properties: Readonly<Record<string, MapSchema>>,
  optional: readonly string[] = [],
): MapSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
/** Any of these, and nothing else. */
export const someOf = (properties: Readonly<Record<string, MapSchema>>): MapSchema => {
  return { type: 'object', properties, additionalProperties: false };
};

export const anId = ref('Id');
export const idOrNull = orNull(anId, 'null for a root.');
export const order = ref('OrderKey');
export const count: MapSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
export const flag: MapSchema = { type: 'boolean' };
export const coordinate: MapSchema = { type: 'number', minimum: -LIMITS.coordinate, maximum: LIMITS.coordinate };
export const length: MapSchema = { type: 'number', exclusiveMinimum: 0, maximum: LIMITS.coordinate };
export const instant: MapSchema = { ...count, description: 'Milliseconds since 1970.' };
export const colour: MapSchema = { type: 'string', pattern: '^([0-7]|#[0-9a-f]{6})$' };
export const foreign = orNull(
  textUpTo(LIMITS.foreign),
  'What another program stored that Bough has no field for, as JSON.',
);
