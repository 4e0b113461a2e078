import { createHash } from 'node:crypto';
import { parsePersonId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { peopleWithSharedMaps, type SharedMapParts } from './shared-maps.ts';

export interface PictureParts extends SharedMapParts {
  readonly metadata: Metadata;
  readonly limits: RateLimits;
  readonly docstore: Pick<Caller, 'call'>;
}
type Names = 'setPicture' | 'removePicture' | 'pictures' | 'picture';

/** One's own picture, and those of others. What is uploaded is never kept: docstore draws it anew. */
export function pictureRoutesOf(parts: PictureParts): Pick<Handlers, Names> {
  const { metadata, limits, docstore } = parts;
  return {
    setPicture: async ({ body, person: asker, context }) => {
      const person = mustBePerson(asker);
      if ((await metadata.person(person))?.email == null) {
        throw new GatewayFailure('account-needed', 'Only accounts with an email address can have a picture.');
      }
      limits.mustTake('images by person', person);
      const drawn = await docstore.call(docstoreRoutes.drawPicture, { params: {}, body }, context);
      if (drawn.kind !== 'bytes') throw new Error('a bug in Bough: a picture that is drawn is there');
      const hash = createHash('sha256').update(drawn.bytes).digest('hex');
      await metadata.setPicture({ person, hash, bytes: drawn.bytes });
      return { hash };
    },
    removePicture: async ({ person }) => {
      await metadata.removePicture(mustBePerson(person));
      return undefined;
    },
    pictures: async ({ params, person }) => {
      const asked = params.of.split(',').flatMap((id) => parsePersonId(id) ?? []);
      const known = await peopleWithSharedMaps(parts, mustBePerson(person), asked);
      const hashes = await metadata.pictureHashes([...known]);
      return { pictures: [...hashes].map(([of, hash]) => ({ person: of, hash })) };
    },
    picture: async ({ params, person, request }) => {
      const { person: of, hash } = params;
      const found = await metadata.picture(of);
      const isSeen = (await peopleWithSharedMaps(parts, mustBePerson(person), [of])).has(of);
      if (!isSeen || found === null || found.hash !== hash)
        throw new GatewayFailure('absent', 'There is no such picture.');
      const etag = `"${hash}"`;
      if (request.headers['if-none-match'] === etag) return { kind: 'unchanged', seq: null, etag };
      return { kind: 'bytes', bytes: found.bytes, type: 'image/webp', encoding: null, seq: null, etag, fileName: null };
    },
  };
}
