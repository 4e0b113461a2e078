import type { MapFacts } from '@bough/contracts';
import {
  Copy,
  ExternalLink,
  Folder,
  FolderInput,
  LogOut,
  Pencil,
  RotateCcw,
  Share2,
  Star,
  Tag,
  Trash2,
} from 'lucide-react';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { go } from '../../shell/router.ts';
import { mapAddress } from '../../shell/screen.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { copy, putAway, restore, titleOf, toggleStar } from '../library/deeds.ts';

interface MapMenuProps {
  readonly map: MapFacts;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** Everything that can be done with a map without opening it. */
export function MapMenu({ map, at, onClose }: MapMenuProps) {
  const isTrashed = map.trashedAt !== null;
  return (
    <Menu at={{ ...at, edge: 'end' }} label={homeWords().actionsOf(titleOf(map))} onClose={onClose}>
      {isTrashed ? <TrashRows map={map} onClose={onClose} /> : <MapRows map={map} onClose={onClose} />}
    </Menu>
  );
}

interface RowsProps {
  readonly map: MapFacts;
  readonly onClose: () => void;
}

function TrashRows({ map, onClose }: RowsProps) {
  const { library, ask } = useAtHome();
  return (
    <>
      <MenuRow icon={<RotateCcw {...ICON} />} onChoose={() => (onClose(), void restore(library, map))}>
        {homeWords().restore}
      </MenuRow>
      <MenuRow icon={<Trash2 {...ICON} />} keys="Del" onChoose={() => (onClose(), ask({ kind: 'purge map', map }))}>
        {homeWords().purge}
      </MenuRow>
    </>
  );
}

function MapRows({ map, onClose }: RowsProps) {
  const { library, ask, mayMake } = useAtHome();
  const asking = (kind: 'rename map' | 'move map' | 'tag map' | 'share map') => () => {
    onClose();
    ask({ kind, map });
  };
  const isOwn = map.role === 'own';
  return (
    <>
      <MenuRow icon={<Folder {...ICON} />} keys="Enter" onChoose={() => go(mapAddress(map.id))}>
        {homeWords().open}
      </MenuRow>
      <MenuRow
        icon={<ExternalLink {...ICON} />}
        onChoose={() => {
          onClose();
          window.open(mapAddress(map.id), '_blank', 'noopener');
        }}
      >
        {homeWords().openInTab}
      </MenuRow>
      <hr />
      <MenuRow icon={<Star {...ICON} />} keys="S" onChoose={() => (onClose(), void toggleStar(library, map))}>
        {map.isStarred ? homeWords().unstar : homeWords().star}
      </MenuRow>
      {isOwn || map.role === 'edit' ? (
        <MenuRow icon={<Pencil {...ICON} />} keys="F2" onChoose={asking('rename map')}>
          {homeWords().rename}
        </MenuRow>
      ) : null}
      {isOwn ? (
        <MenuRow icon={<Share2 {...ICON} />} onChoose={asking('share map')}>
          {homeWords().share}
        </MenuRow>
      ) : null}
      <MenuRow icon={<FolderInput {...ICON} />} keys="M" onChoose={asking('move map')}>
        {homeWords().moveTo}
      </MenuRow>
      <MenuRow icon={<Tag {...ICON} />} onChoose={asking('tag map')}>
        {homeWords().editTags}
      </MenuRow>
      {map.mayCopy && mayMake ? (
        <MenuRow icon={<Copy {...ICON} />} onChoose={() => (onClose(), void copy(library, map))}>
          {homeWords().copy}
        </MenuRow>
      ) : null}
      <hr />
      <MenuRow
        icon={isOwn ? <Trash2 {...ICON} /> : <LogOut {...ICON} />}
        keys="Del"
        onChoose={() => (onClose(), void putAway(library, map))}
      >
        {isOwn ? homeWords().toTrash : homeWords().leave}
      </MenuRow>
    </>
  );
}
