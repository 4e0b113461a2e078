import type { MapId, PersonId } from '@bough/base';
import type { CommandId, Editor } from '@bough/editor';
import {
  Command,
  Download,
  History,
  Keyboard,
  ListTree,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Presentation,
  Printer,
  Redo2,
  Search,
  Undo2,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { Part } from '../../shell/part.tsx';
import { ThemeRows } from '../../shell/controls/theme-rows.tsx';
import { words } from '../../words/index.ts';
import { exportWords } from '../../words/screens/export-words.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { keysOf } from '../commands/command-keys.ts';
import { useReading } from '../comments/use-reading.ts';
import '../comments/comments.css';

// Fetched when somebody takes a file along.
const ExportDialog = lazy(async () => ({ default: (await import('../../exporting/export-dialog.tsx')).ExportDialog }));

interface MoreMenuProps {
  readonly editor: Editor;
  readonly map: MapId;
  readonly person: PersonId;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const ICON = { size: 16, strokeWidth: 1.5 } as const;

type Row = readonly [id: CommandId, Icon: LucideIcon];
const WORK: readonly Row[] = [
  ['undo', Undo2],
  ['redo', Redo2],
  ['find', Search],
  ['palette', Command],
];
const SHOW: readonly Row[] = [
  ['outline', ListTree],
  ['comments', MessagesSquare],
  ['chat', MessageCircle],
  ['present', Presentation],
  ['history', History],
];
const REST: readonly Row[] = [
  ['print', Printer],
  ['help', Keyboard],
];

/** How much somebody has not read. */
function Count({ of, name }: { readonly of: number; readonly name: string }) {
  return (
    <span className="menu-count" role="img" aria-label={name}>
      {of}
    </span>
  );
}

/** What is wanted now and then. */
export function MoreMenu({ editor, map, person, at, onClose }: MoreMenuProps) {
  const { unread, newMessages } = useReading({ map, editor, snapshot: editor.getSnapshot(), person });
  const rowsOf = (rows: readonly Row[]) =>
    rows
      .filter(([id]) => editor.offers(id))
      .map(([id, Icon]) => (
        <MenuRow
          key={id}
          icon={<Icon {...ICON} />}
          keys={keysOf(id)}
          isDisabled={!editor.can(id)}
          onChoose={() => (onClose(), void editor.run(id))}
        >
          {words.commands[id]}
          {id === 'comments' && unread.size > 0 ? (
            <Count of={unread.size} name={sheetWords().comments.unread(unread.size)} />
          ) : null}
          {id === 'chat' && newMessages.length > 0 ? (
            <Count of={newMessages.length} name={sheetWords().chat.unread(newMessages.length)} />
          ) : null}
        </MenuRow>
      ));
  const [isExporting, setExporting] = useState(false);
  const [branch] = useState(() => editor.getSnapshot().focused?.id ?? null);
  if (isExporting) {
    return (
      <Part takesKeys onFailed={onClose}>
        <ExportDialog map={map} branch={branch} onClose={onClose} />
      </Part>
    );
  }
  return (
    <Menu at={{ ...at, edge: 'end' }} label={words.map.more} onClose={onClose}>
      {rowsOf(WORK)}
      <hr />
      {rowsOf(SHOW)}
      <hr />
      <MenuRow icon={<Download {...ICON} />} onChoose={() => setExporting(true)}>
        {exportWords().open}
      </MenuRow>
      {rowsOf(REST)}
      <hr />
      <ThemeRows onChoose={onClose} />
    </Menu>
  );
}
