import { expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { guest, newPersonId } from './fixtures.ts';

const BYTES = new Uint8Array([0, 1, 127, 128, 255]);

/** Pictures of people. */
export function picturesContract(open: () => Metadata): void {
  test('[GW-472] a person has one picture, the last one, until it is removed or the account is', async () => {
    const [ann, bo] = [guest(), guest()];
    for (const person of [ann, bo]) await open().addPerson(person);
    expect(await open().picture(ann.id)).toBeNull();
    await open().setPicture({ person: ann.id, hash: 'one', bytes: new Uint8Array(3) });
    await open().setPicture({ person: ann.id, hash: 'two', bytes: BYTES });
    await open().setPicture({ person: bo.id, hash: 'three', bytes: BYTES });
    const found = await open().picture(ann.id);
    expect([found?.hash, [...(found?.bytes ?? [])]]).toEqual(['two', [...BYTES]]);
    const all = [ann.id, bo.id, newPersonId()];
    expect(await open().pictureHashes(all)).toEqual(
      new Map([
        [ann.id, 'two'],
        [bo.id, 'three'],
      ]),
    );
    await open().removePicture(ann.id);
    expect([await open().picture(ann.id), (await open().pictureHashes(all)).size]).toEqual([null, 1]);
    await open().removePerson(bo.id);
    expect(await open().picture(bo.id)).toBeNull();
    // One that was on its way belongs to nobody.
    await open().setPicture({ person: bo.id, hash: 'late', bytes: BYTES });
    expect(await open().picture(bo.id)).toBeNull();
  });
}
