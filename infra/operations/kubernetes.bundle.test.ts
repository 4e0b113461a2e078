import { readFileSync, renameSync } from 'node:fs';
import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { Guest } from './guest.ts';
import { KubernetesHost } from './kubernetes-host.ts';

// What docs/operations.md says for Kubernetes, as somebody follows it, with the very files that the images hold and what the manifests give them.

const document = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const [backup, restore, ...more] = codeBlocks(document, 'bash');
/** The function with which the block of a restore begins, and a call of it. */
const operator = (words: string): string =>
  `${/^operator\(\) \{\n[^]*?\n\}\n/.exec(restore?.text ?? '')?.[0]}operator ${words}`;
const PLACE = 's3://bough-backups/bough';
const LONG_MS = 240_000;

describeWith('kustomize', (kustomize) => {
  describeWith('versitygw', (s3) => {
    describeWith('mongodb', (mongodb) => {
      let stage: { readonly host: KubernetesHost; readonly guest: Guest } | null = null;
      const at = () => stage ?? expect.unreachable();
      const follow = async (text = ''): Promise<string> => {
        const { code, said } = await at().host.run({ text });
        expect(code, said).toBe(0);
        return said;
      };

      beforeAll(async () => {
        const host = await KubernetesHost.start({
          ...{ kustomize: kustomize().executable, s3: s3(), mongodb: mongodb() },
        });
        stage = { host, guest: new Guest({ url: host.url, origin: 'https://bough.example.org' }) };
        await host.up();
        await at().guest.arrive();
      }, LONG_MS);
      afterAll(() => stage?.host.stop(), LONG_MS);

      test(
        '[HOUSE-99] the backup of a night, made while people write, brings everything back into a Bough that is new',
        async () => {
          const { host, guest } = at();
          await guest.makeMap('before');
          await follow(backup?.text);
          await guest.makeMap('after');
          await host.lose();
          await host.up();
          const said = await follow(restore?.text);
          expect(said).toContain('Nothing has been done yet: with --yes it is.');
          expect(said).toContain('1 document read, 0 findings');
          // A guest has no address to sign in with: the secrets are those that were kept.
          expect(await guest.titles()).toEqual(['before']);
          expect(more).toEqual([]);
        },
        LONG_MS,
      );

      test(
        '[HOUSE-99] the night after takes the same place with the same key, though nothing is left of the first pod',
        async () => {
          await at().guest.makeMap('later');
          await follow(operator(`backup ${PLACE}`));
          const listed = await follow(operator(`backups ${PLACE}`));
          expect(listed.match(/^\S+ {2}.*documents/gm), listed).toHaveLength(2);
          expect(await follow(operator(`check-backup ${PLACE}`))).toContain('0 findings');
        },
        LONG_MS,
      );

      test(
        '[HOUSE-99] secrets are never brought back into a pod that cannot keep them, and a sentence says where they come from',
        async () => {
          const { host } = at();
          // As good as read-only for who would write there, on every machine.
          renameSync(host.at('secrets/gateway'), host.at('secrets/elsewhere'));
          const { code, said } = await host.run({ text: operator(`restore ${PLACE} --with-secrets --yes`) });
          renameSync(host.at('secrets/elsewhere'), host.at('secrets/gateway'));
          expect(said).toContain('/secrets/gateway cannot be written to here');
          expect(said).toContain('restore without --with-secrets');
          expect(code).toBe(1);
        },
        LONG_MS,
      );
    });
  });
});
