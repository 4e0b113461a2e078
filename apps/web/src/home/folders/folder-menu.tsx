import type { FolderFacts } from '@bough/contracts';
import { FolderInput, FolderPlus, LogOut, Pencil, Trash2, Users } from 'lucide-react';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { homeWords } from '../../words/screens/home-words.ts';
import { type Question, useAtHome } from '../at-home.ts';

interface FolderMenuProps {
  readonly folder: FolderFacts;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** What can be done with a folder. */
export function FolderMenu({ folder, at, onClose }: FolderMenuProps) {
  const { ask } = useAtHome();
  const asking = (question: Question) => () => {
    onClose();
    ask(question);
  };
  return (
    <Menu at={{ ...at, edge: 'start' }} label={homeWords().actionsOf(folder.name)} onClose={onClose}>
      {folder.role === 'own' ? (
        <>
          <MenuRow icon={<Pencil {...ICON} />} keys="F2" onChoose={asking({ kind: 'rename folder', folder })}>
            {homeWords().rename}
          </MenuRow>
          <MenuRow icon={<Users {...ICON} />} onChoose={asking({ kind: 'share folder', folder })}>
            {homeWords().share}
          </MenuRow>
          <MenuRow icon={<FolderPlus {...ICON} />} onChoose={asking({ kind: 'new folder', parent: folder })}>
            {homeWords().newFolder}
          </MenuRow>
          <MenuRow icon={<FolderInput {...ICON} />} keys="M" onChoose={asking({ kind: 'move folder', folder })}>
            {homeWords().moveFolder}
          </MenuRow>
          <hr />
          <MenuRow icon={<Trash2 {...ICON} />} keys="Del" onChoose={asking({ kind: 'remove folder', folder })}>
            {homeWords().removeFolder}
          </MenuRow>
        </>
      ) : (
        <MenuRow icon={<LogOut {...ICON} />} keys="Del" onChoose={asking({ kind: 'remove folder', folder })}>
          {homeWords().leaveFolder}
        </MenuRow>
      )}
    </Menu>
  );
}
