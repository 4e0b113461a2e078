import { Clock, LayoutGrid, Star, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { type Place, placeAddress } from '../../shell/screen.ts';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { tagsOf } from '../arrange.ts';
import { useAtHome } from '../at-home.ts';
import { useDrop } from '../maps/use-drop.ts';
import { FolderTree } from './folder-tree.tsx';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;
const PLACES = [
  ['all', <LayoutGrid key="all" {...ICON} />],
  ['starred', <Star key="starred" {...ICON} />],
  ['recent', <Clock key="recent" {...ICON} />],
  ['shared', <Users key="shared" {...ICON} />],
  ['trash', <Trash2 key="trash" {...ICON} />],
] as const satisfies readonly (readonly [Place['kind'], ReactNode])[];

/** Where maps are: the places, the folders as a tree, the tags. */
export function Rail({ here }: { readonly here: Place | null }) {
  const { state } = useAtHome();
  const tags = tagsOf(state.maps, language);
  return (
    <nav className="rail" aria-label={homeWords().places}>
      <ul>
        {PLACES.map(([kind, icon]) => (
          <li key={kind}>
            <PlaceLink kind={kind} icon={icon} isHere={here?.kind === kind} />
          </li>
        ))}
      </ul>
      <FolderTree here={here?.kind === 'folder' ? here.folder : null} />
      {tags.length === 0 ? null : (
        <section>
          <h2 className="rail-title">{homeWords().tags}</h2>
          <ul className="tags">
            {tags.map((tag) => (
              <li key={tag}>
                <LocalLink
                  to={placeAddress({ kind: 'tag', tag })}
                  className="tag"
                  isHere={here?.kind === 'tag' && here.tag === tag}
                >
                  {tag}
                </LocalLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}

interface PlaceLinkProps {
  readonly kind: (typeof PLACES)[number][0];
  readonly icon: ReactNode;
  readonly isHere: boolean;
}

/** A place; what is dropped on all maps leaves its folder. */
function PlaceLink({ kind, icon, isHere }: PlaceLinkProps) {
  const dropping = useDrop(null);
  const link = (
    <LocalLink to={placeAddress({ kind })} className="rail-row" isHere={isHere}>
      {icon}
      <span>{homeWords().place[kind]}</span>
    </LocalLink>
  );
  if (kind !== 'all') return link;
  return (
    <div className="drop" {...dropping}>
      {link}
    </div>
  );
}
