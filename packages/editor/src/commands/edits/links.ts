import { type ItemId, type Link, type LinkId, linksAt, newLinkId } from '@bough/map';
import type { Plan, World } from '../world.ts';

/** A link from one item to another, with an arrow at its end; null when there is one already, or an end is missing. */
export function linkItems(world: World, from: ItemId, to: ItemId): Plan | null {
  const { map, ids } = world;
  if (from === to || !map.items.has(from) || !map.items.has(to)) return null;
  if (linksAt(map, from).some((link) => link.from === from && link.to === to)) return null;
  const link: Link = { id: newLinkId(ids), from, to, label: '', colour: null, arrow: 'end', points: [] };
  return { ops: [{ kind: 'link', link }] };
}

/** The link as it is, with these fields set anew. */
export function changeLink(
  world: World,
  id: LinkId,
  fields: Partial<Pick<Link, 'label' | 'arrow' | 'colour' | 'points'>>,
): Plan | null {
  const link = world.map.links.get(id);
  return link === undefined ? null : { ops: [{ kind: 'link', link: { ...link, ...fields } }] };
}

/** No link between them any more. */
export function removeLink(world: World, id: LinkId): Plan | null {
  return world.map.links.has(id) ? { ops: [{ kind: 'unlink', id }] } : null;
}
