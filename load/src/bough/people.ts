import type { GivenPerson } from '../k6/given.ts';
import { inLanes, Visitor } from './visitor.ts';

const LANES = 8;

/** Rooms of a map each, and people in them: the first of a room made its map, the others came by its link. */
export async function peopleInRooms(origin: string, rooms: number, each: number): Promise<readonly GivenPerson[]> {
  const all = await inLanes(rooms, LANES, async (room) => {
    const owner = await Visitor.guest(origin);
    const map = await owner.makeMap(`Room ${room}`);
    const secret = each > 1 ? await owner.makeLink(map) : '';
    const people = [owner];
    for (let n = 1; n < each; n++) {
      const guest = await Visitor.guest(origin);
      await guest.join(secret);
      people.push(guest);
    }
    return people.map(({ cookie, csrf }) => ({ cookie, csrf, map }));
  });
  return all.flat();
}
