import type { MapId } from '@bough/base';
import type { CommandId, Editor } from '@bough/editor';
import {
  Command,
  Download,
  History,
  Keyboard,
  ListTree,
  Presentation,
  Printer,
  Redo2,
  Search,
  Undo2,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { Menu, MenuRow } from '../../shell/menu.tsx';
import { Part } from '../../shell/part.tsx';
import { ThemeRows } from '../../shell/theme-rows.tsx';
import { words } from '../../words/index.ts';
import { keysOf } from '../commands/command-keys.ts';

// Fetched when somebody takes a file along.
const ExportDialog = lazy(async () => ({ default: (await import('../../exporting/export-dialog.tsx')).ExportDialog }));

interface MoreMenuProps {
  readonly editor: Editor;
  readonly map: MapId;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** What is wanted now and then. */
export function MoreMenu({ editor, map, at, onClose }: MoreMenuProps) {
  const run = (command: CommandId) => () => {
    onClose();
    editor.run(command);
  };
  const [isExporting, setExporting] = useState(false);
  const [branch] = useState(() => editor.getSnapshot().focused?.id ?? null);
  if (isExporting) {
    return (
      <Part onFailed={onClose}>
        <ExportDialog map={map} branch={branch} onClose={onClose} />
      </Part>
    );
  }
  return (
    <Menu at={{ ...at, edge: 'end' }} label={words.map.more} onClose={onClose}>
      <MenuRow icon={<Undo2 {...ICON} />} keys={keysOf('undo')} isDisabled={!editor.can('undo')} onChoose={run('undo')}>
        {words.commands.undo}
      </MenuRow>
      <MenuRow icon={<Redo2 {...ICON} />} keys={keysOf('redo')} isDisabled={!editor.can('redo')} onChoose={run('redo')}>
        {words.commands.redo}
      </MenuRow>
      <MenuRow icon={<Search {...ICON} />} keys={keysOf('find')} onChoose={run('find')}>
        {words.commands.find}
      </MenuRow>
      <MenuRow icon={<Command {...ICON} />} keys={keysOf('palette')} onChoose={run('palette')}>
        {words.commands.palette}
      </MenuRow>
      <hr />
      <MenuRow icon={<ListTree {...ICON} />} keys={keysOf('outline')} onChoose={run('outline')}>
        {words.commands.outline}
      </MenuRow>
      <MenuRow icon={<Presentation {...ICON} />} keys={keysOf('present')} onChoose={run('present')}>
        {words.commands.present}
      </MenuRow>
      {editor.offers('history') ? (
        <MenuRow icon={<History {...ICON} />} keys={keysOf('history')} onChoose={run('history')}>
          {words.commands.history}
        </MenuRow>
      ) : null}
      <hr />
      <MenuRow icon={<Download {...ICON} />} onChoose={() => setExporting(true)}>
        {words.exporting.open}
      </MenuRow>
      <MenuRow icon={<Printer {...ICON} />} keys={keysOf('print')} onChoose={run('print')}>
        {words.commands.print}
      </MenuRow>
      <MenuRow icon={<Keyboard {...ICON} />} keys={keysOf('help')} onChoose={run('help')}>
        {words.map.help}
      </MenuRow>
      <hr />
      <ThemeRows onChoose={onClose} />
    </Menu>
  );
}
