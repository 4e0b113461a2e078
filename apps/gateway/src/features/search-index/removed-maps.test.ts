import { expect, test } from 'vitest';
import { newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { openWorld } from '../../testing/world.ts';

test('[GW-589] nobody is asked for the words of maps that were removed forever, or went with an account', async () => {
  const world = await openWorld(['docstore', 'mailer']);
  try {
    const gateway = await world.start({ limitsFactor: 1_000 });
    const ada = await signedIn(gateway, newMailAddress());
    const [removed, emptied] = [await ada.makeMap('Removed'), await ada.makeMap('Emptied')];
    await ada.makeMap('Goes with the account');
    for (const { id } of [removed, emptied]) await ada.must('POST', `/api/maps/${id}/trash`);
    await ada.must('DELETE', `/api/maps/${removed.id}`);
    await ada.must('DELETE', '/api/trash');
    await ada.must('POST', '/api/account/delete', { proof: null });
    await gateway.drain(1_000);
    expect(world.logged()).not.toContain('something around the gateway fails');
  } finally {
    await world.end();
  }
});
