import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';

describeWith('smtp', (server) => {
  test('[HOUSE-15] shows the mail that was sent', async () => {
    const transport = createTransport(server().url);
    const mail = { from: 'bough@example.test', to: 'ada@example.test', subject: 'Größe', text: 'Hello' };
    await transport.sendMail(mail);
    transport.close();
    const [received] = await server().mailsTo('ada@example.test');
    expect(received).toMatchObject({ from: 'bough@example.test', to: ['ada@example.test'], subject: 'Größe' });
    expect(received?.text.trim()).toBe('Hello');
    expect(await server().mailsTo('nobody@example.test')).toEqual([]);
  });
});
