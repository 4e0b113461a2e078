import { spawnSync } from 'node:child_process';
import { describeWith } from '@bough/house/servers';
import { type Op, encodeMap, parseOps } from '@bough/map';
import { Dice, everyOp, randomMap, Memory, randomOps } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { apiRoutes, openApiOf } from '@bough/contracts';

// The schemas of the API's document, by an engine that nobody here wrote (Python's jsonschema).

const JUDGE = `
import json, sys
from jsonschema import Draft202012Validator
asked = json.load(sys.stdin)
Draft202012Validator.check_schema(asked["document"]["components"]["schemas"])
answers = {}
for name, values in asked["values"].items():
    schema = {"$ref": "#/components/schemas/" + name, "components": asked["document"]["components"]}
    validator = Draft202012Validator(schema)
    answers[name] = [validator.is_valid(value) for value in values]
json.dump(answers, sys.stdout)
`;

type Values = Readonly<Record<string, readonly unknown[]>>;

function judge(python: string, values: Values): Readonly<Record<string, readonly boolean[]>> {
  const input = JSON.stringify({ document: openApiOf(apiRoutes, '1'), values });
  const run = spawnSync(python, ['-c', JUDGE], { input, encoding: 'utf8', maxBuffer: 1e9 });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout);
}

/** The op with each of its values, and each value inside them, replaced, left out, or with one more beside it. */
function* spoiled(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) {
    yield* [{}, 7.5, -1, 'no such', 'x'.repeat(100_001), true, null];
    return;
  }
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) for (const bad of spoiled(each)) yield value.with(at, bad);
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    for (const bad of spoiled(each)) yield { ...value, [name]: bad };
  }
  yield { ...value, unheard: 1 };
}

/** Random ops of every kind, on maps that grow. */
function someOps(): readonly Op[] {
  const dice = new Dice(7);
  const memory = new Memory();
  const map = randomMap(dice, 60, memory);
  return Array.from({ length: 400 }, () => randomOps(dice, map, memory)).flat();
}

describeWith('cyclonedx', (cyclonedx) => {
  test('[CON-14] the schemas take every op that the parser takes, and what the parser refuses by its form they refuse', () => {
    const good = [...everyOp(), ...someOps()];
    const kinds = new Set(good.map(({ kind }) => kind));
    expect(kinds.size).toBe(15);
    const bad = [...everyOp(), ...someOps().slice(0, 60)].flatMap((op) => [...spoiled(op)]);
    const { Operation = [] } = judge(cyclonedx().executable, { Operation: [...good, ...bad] });
    const taken = (op: unknown): boolean => parseOps([op]).ok;
    const differing = [...good, ...bad].filter((op, at) => Operation[at] !== taken(op));
    expect(differing.filter((op) => !isBeyondSchemas(op))).toEqual([]);
    expect(bad.filter((op) => !taken(op)).length).toBeGreaterThan(1_000);
    expect(bad.filter(taken).length).toBeGreaterThan(50);
  }, 60_000);

  test('[CON-14] the schemas take every map as it is stored, and none with another part', () => {
    const maps = Array.from({ length: 40 }, (_, seed): unknown => JSON.parse(encodeMap(randomMap(new Dice(seed), 30))));
    const bad = maps.flatMap((map) => [
      { ...Object(map), more: 1 },
      { ...Object(map), items: {} },
    ]);
    const { Map: found = [] } = judge(cyclonedx().executable, { Map: [...maps, ...bad] });
    expect(found).toEqual([...maps.map(() => true), ...bad.map(() => false)]);
  }, 60_000);
});

/** A link from an item to itself, an id kept for what is recovered, an order key that is no number of base 62: said in words alone. */
function isBeyondSchemas(op: unknown): boolean {
  const answer = parseOps([op]);
  return !answer.ok && /same item|kept for what is recovered|order cannot hold/.test(answer.error);
}
