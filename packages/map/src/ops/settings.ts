import { isRecord } from '@bough/base';
import type { SetSettings } from '../changes/change.ts';
import { problemOfSettings } from '../model/fields.ts';
import { THING } from '../model/size.ts';
import { push } from './parts/item-writes.ts';
import { byNames, type OpKind } from './kind.ts';
import { pick } from './parts/pick.ts';
import type { Trial } from './parts/trial.ts';
import { ref, type OpSchema } from '../schema/parts.ts';

export const settings: OpKind<SetSettings> = {
  letters: { g: {} },
  shape: { fields: isRecord },
  problem: (op) => problemOfSettings(op.fields),
  role: 'edit',
  reach: byNames,
  names: () => ['settings'],
  size: ({ fields }) => THING + (fields.title?.length ?? 0) + (fields.foreign?.length ?? 0),
  words: (op) => [op.fields.title],
  tell: (tally, op) => (tally.isRetitled ||= op.fields.title !== undefined),
  apply(step, { fields }) {
    const { map } = step;
    const before = pick(map.settings, fields);
    map.putSettings({ ...map.settings, ...fields });
    step.touched.settings = true;
    return push(step, { kind: 'settings', fields: before });
  },
  target: () => 'settings',
  compose: (a, b) => (b.kind === 'settings' ? { ...a, fields: { ...a.fields, ...b.fields } } : null),
  claim: (claims, op) => claims.take('settings', op.fields),
  left(claims, op) {
    const fields = claims.free('settings', op.fields);
    return fields && { ...op, fields };
  },
};

export const settingsTrial: Trial<SetSettings> = {
  samples: () => [{ kind: 'settings', fields: { title: 'T', defaultShape: null } }],
  lines: ['["g",{"title":"T","defaultShape":null}]'],
  weight: 1,
  random: (world) => ({ kind: 'settings', fields: world.someSettings() }),
};

export const settingsSchema: OpSchema<SetSettings> = () => ({
  does: 'Sets some of what holds for the whole map.',
  keys: { fields: ref('MapSettings') },
});
