import type { Peer, PeerView } from '@bough/sync';
import { centreOn, clampScale, freeOf, middleOf, toMap } from '../camera/camera.ts';
import { fly, goalOf, nearestTo } from '../camera/looking.ts';
import type { Context } from '../context.ts';
import { placeOf } from '../picture/place-of.ts';
import { tenths } from '../pointers/tenths.ts';
import { placeBeside } from '../pointers/told-pointer.ts';
import type { Intent, Intents } from '../intent.ts';
import { endPresent, presentItem, slideNow } from '../presenting.ts';
import type { State } from '../state.ts';
import { type Step, to } from '../step.ts';
import { isFollowed, leaderOf } from './leader.ts';

// Somebody else's view is mine until I move: the camera follows what they see, or the slide that they present. How much they see is what
// I see at least, however large my window is.

/** Somebody whose view a person has, and whether they are here. */
export interface Following extends Pick<Peer, 'peer' | 'name' | 'hue'> {
  readonly isHere: boolean;
}

/** Looks with the eyes of somebody who is here; null: with one's own again. */
export function follow(state: State, { facts }: Context, { peer }: Intent<'follow-peer'>): Step {
  const one = facts.people.find((each) => each.peer === peer);
  if (one === undefined) return to({ ...state, following: null });
  const { person, name, hue } = one;
  return to({ ...state, following: { peer: one.peer, person, name, hue } });
}

/** Whoever is followed, as they are here now: by another socket, where they were away. */
function followedPeer({ following }: State, { facts }: Pick<Context, 'facts'>): Peer | null {
  if (following === null) return null;
  const { people } = facts;
  const isThem = ({ person }: Peer): boolean => person === following.person;
  return people.find(({ peer }) => peer === following.peer) ?? people.find(isThem) ?? null;
}

/** Whose view this person has, for the page. */
export function followingNow(state: State, context: Pick<Context, 'facts'>): Following | null {
  const { following } = state;
  if (following === null) return null;
  const peer = followedPeer(state, context);
  const { name, hue } = peer ?? following;
  return { name, hue, peer: peer?.peer ?? following.peer, isHere: peer !== null };
}

function leaderNow(state: State, context: Pick<Context, 'facts'>): Peer | null {
  const one = followedPeer(state, context);
  return one === null ? null : leaderOf(context.facts.people, one.peer);
}

/** The camera is on its way to what the other one sees. */
export function followed(state: State, context: Context): State {
  const leader = leaderNow(state, context);
  if (leader === null || !state.look.isPlaced) return state;
  const after = led(state, context, leader);
  const [before, end] = [goalOf(state), goalOf(after)];
  const isThere = (['x', 'y'] as const).every((key) => Math.abs(before[key] - end[key]) * end.scale < 0.5);
  return isThere && Math.abs(before.scale / end.scale - 1) < 1e-3 ? state : after;
}

function led(state: State, context: Context, { state: { slide, view: theirs } }: Peer): State {
  // A slide is fitted when it is shown (presenting.ts).
  if (slide !== null && slide === slideNow(state)) return state;
  const { view } = context;
  const from = theirs === null ? null : placeOf(theirs.item, context);
  if (theirs === null || from === null || view === null) return state;
  const { width, height } = freeOf(view);
  const scale = clampScale(Math.min(width / theirs.width, height / theirs.height));
  const middle = { x: from.x + theirs.x, y: from.y + theirs.y, width: 0, height: 0 };
  return fly(state, context, centreOn(middle, view, scale));
}

/** The slide that the other one presents is shown here; null: there is nothing to turn. */
export function turnedAlong(state: State, context: Context): Step | null {
  const leader = leaderNow(state, context);
  const slide = leader?.state.slide ?? null;
  if (leader === null || slide === slideNow(state)) return null;
  if (slide === null) return endPresent(state, context);
  if (!context.map.items.has(slide)) return null;
  return presentItem(state, context, slide);
}

/** What happens without the person. */
const BY_ITSELF: ReadonlySet<keyof Intents> = new Set([
  ...(['follow', 'follow-peer', 'frame', 'painted', 'rested', 'map-touched', 'map-replaced'] as const),
  // What follows from a page that was turned.
  ...(['settle', 'slide', 'focus-on'] as const),
]);

/** Whoever moves the camera, or turns a page, has their own view again. */
export function endFollowing(before: State, kind: keyof Intents, step: Step): Step {
  const { state } = step;
  if (state.following === null || BY_ITSELF.has(kind)) return step;
  const isMoved = goalOf(before) !== goalOf(state) || slideNow(before) !== slideNow(state);
  return isMoved ? { ...step, state: { ...state, following: null } } : step;
}

/** Around the middle an item is looked for in so many pixels of the screen first. */
const NEAR = 64;

/** What this person sees, for those who follow them; null: nobody does, or this person has somebody else's view. */
export function viewForOthers(state: State, { facts, layout, view }: Context): PeerView | null {
  if (view === null || state.following !== null || !state.look.isPlaced || !isFollowed(facts)) return null;
  const { camera } = state.look;
  const middle = toMap(camera, middleOf(view));
  const free = freeOf(view);
  const near = nearestTo(layout, middle, { ...middle, width: NEAR / camera.scale, height: NEAR / camera.scale });
  return {
    ...placeBeside(near, middle),
    width: tenths(Math.max(1, free.width) / camera.scale),
    height: tenths(Math.max(1, free.height) / camera.scale),
  };
}
