import { route, routeTable } from '../../define.ts';
import { assetHash, PICTURE_BYTES, PICTURE_UPLOAD_BYTES } from '../../docstore/asset-types.ts';
import { list, object, type ParsedBy, textOf } from '../../parser.ts';
import { personId } from '../../ids.ts';
import { bytesAnswer, rawBody } from '../../route.ts';

/** So many people are asked about at once. */
export const PICTURES_ASKED = 50;

/** The ids of some people, with commas between them. */
const somePeople = textOf(/^[A-Za-z0-9_-]{22}(?:,[A-Za-z0-9_-]{22}){0,49}$/, { min: 22, max: PICTURES_ASKED * 23 - 1 });

const picturesOf = list(object({ person: personId, hash: assetHash }), PICTURES_ASKED);
/** Whose pictures one may see, each under the hash that its address ends with. */
export type PicturesOf = ParsedBy<typeof picturesOf>;

/** Pictures of people: shown to those who share a map with them. */
export const pictureRoutes = routeTable({
  /** Makes the picture the person's own, square and small, in the place of one before. */
  setPicture: route('gateway', 'person', 'PUT /api/account/picture', {
    body: rawBody,
    answer: object({ hash: assetHash }),
    bodyLimit: PICTURE_UPLOAD_BYTES,
    deadlineMs: 30_000,
  }),
  removePicture: route('gateway', 'person', 'DELETE /api/account/picture', {}),
  /** Which of these people have a picture that the asker may see; the others are left out, whoever they are. */
  pictures: route('gateway', 'person', 'GET /api/people/pictures', {
    params: object({ of: somePeople }),
    answer: object({ pictures: picturesOf }),
  }),
  /** One of them. Of somebody whom the asker shares no map with it is as absent as one that does not exist. */
  picture: route('gateway', 'person', 'GET /api/people/:person/picture/:hash', {
    params: object({ person: personId, hash: assetHash }),
    answer: bytesAnswer,
    answerLimit: PICTURE_BYTES,
    isForEver: true,
  }),
});
