import type { MapId } from '@bough/base';
import type { Past } from '../history/use-past.ts';
import type { MapPeopleHere } from '../people/use-map-people.ts';
import type { FilmPlan } from './film-plan.ts';
import type { FilmLook, FilmSource } from './make-film.ts';

/** A past of which a film can be made. */
export interface FilmOffer {
  readonly map: MapId;
  readonly title: string;
  readonly past: Pick<Past, 'link' | 'last' | 'seq' | 'state' | 'times' | 'wantAll'>;
  readonly people: MapPeopleHere;
}

/** A film that somebody wants. */
export interface FilmAsked {
  readonly source: FilmSource;
  readonly plan: FilmPlan;
  readonly look: FilmLook;
}
