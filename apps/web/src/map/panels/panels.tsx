import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { lazy } from 'react';
import { unreachable } from '@bough/base';
import { Part } from '../../shell/part.tsx';
import { panelIsAway } from '../../shell/type-ahead/for-panel.ts';
import { PastToCome } from '../history/past-to-come.tsx';
import { canEdit } from '../role.ts';
import type { Panel } from './panel.ts';

// Each is fetched when it is opened first: none is needed to think.
const Palette = lazy(async () => ({ default: (await import('../commands/palette.tsx')).Palette }));
const HelpDialog = lazy(async () => ({ default: (await import('../commands/help-dialog.tsx')).HelpDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('../../importing/import-dialog.tsx')).ImportDialog }));
const FindEverywhere = lazy(async () => ({ default: (await import('../find/find-everywhere.tsx')).FindEverywhere }));
const WebLinkDialog = lazy(async () => ({ default: (await import('../item/web-link-dialog.tsx')).WebLinkDialog }));
const NoteSheet = lazy(async () => ({ default: (await import('./note-sheet.tsx')).NoteSheet }));
const CommentSheet = lazy(async () => ({ default: (await import('../comments/comment-sheet.tsx')).CommentSheet }));
const AllComments = lazy(async () => ({ default: (await import('../comments/all-comments.tsx')).AllComments }));
const ChatSheet = lazy(async () => ({ default: (await import('../chat/chat-sheet.tsx')).ChatSheet }));
const OutlineSheet = lazy(async () => ({ default: (await import('../outline/outline-sheet.tsx')).OutlineSheet }));
const HistoryScreen = lazy(async () => ({ default: (await import('../history/history-screen.tsx')).HistoryScreen }));
// After everything that a map that is opened waits for.
const SinceVisit = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return { default: (await import('../history/since-visit.tsx')).SinceVisit };
});
const PrintDialog = lazy(async () => ({ default: (await import('../../exporting/print-dialog.tsx')).PrintDialog }));
const DeveloperSheet = lazy(async () => ({
  default: (await import('../developers/developer-sheet.tsx')).DeveloperSheet,
}));
const IconPanel = lazy(async () => ({ default: (await import('../item/icon-panel.tsx')).IconPanel }));
const ColourPanel = lazy(async () => ({ default: (await import('../item/colour-panel.tsx')).ColourPanel }));
const ItemSheet = lazy(async () => ({ default: (await import('../item/item-sheet.tsx')).ItemSheet }));
const StylePanel = lazy(async () => ({ default: (await import('../item/style-panel.tsx')).StylePanel }));

interface PanelsProps {
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly map: MapId;
  readonly person: PersonId;
}

/** They take the keyboard however they were asked for. The others do so for who asked by a command: what is typed then is theirs (of-an-item.ts). */
const TAKING_KEYS: ReadonlySet<Panel['kind']> = new Set([
  ...(['palette', 'help', 'everywhere', 'web', 'developers', 'import', 'print'] as const),
  ...(['item', 'icon', 'colour', 'style'] as const),
]);

/** The panel that is open. */
export function Panels(props: PanelsProps) {
  const giveUp = () => {
    panelIsAway();
    props.onPanel({ kind: 'none' });
  };
  return (
    <Part
      key={props.panel.kind}
      takesKeys={TAKING_KEYS.has(props.panel.kind)}
      onFailed={giveUp}
      toCome={props.panel.kind === 'history' ? <PastToCome onClose={giveUp} /> : null}
    >
      {show(props)}
    </Part>
  );
}

function show({ panel, onPanel, editor, snapshot, map, person }: PanelsProps) {
  const onClose = () => onPanel({ kind: 'none' });
  const onClosed = () => editor.focus();
  const leave = () => {
    onClose();
    onClosed();
  };
  const sheet = { map, editor, snapshot, person, onPanel, onClose: leave };
  switch (panel.kind) {
    case 'none':
      return canEdit(snapshot) ? <SinceVisit {...{ map, editor, snapshot, person, onPanel }} /> : null;
    case 'palette':
      return <Palette {...{ editor, onClose, onClosed }} />;
    case 'help':
      return <HelpDialog {...{ editor, onClose, onClosed }} />;
    case 'everywhere':
      return <FindEverywhere {...{ editor, map, onClose, onClosed }} />;
    case 'web':
      return <WebLinkDialog {...{ editor, snapshot, onClose, onClosed }} />;
    case 'note':
      return <NoteSheet {...{ editor, snapshot }} onClose={leave} asked={panel} />;
    case 'comments':
      return <CommentSheet {...sheet} asked={panel} marked={panel.marked ?? null} />;
    case 'all-comments':
      return <AllComments {...sheet} />;
    case 'chat':
      return <ChatSheet {...sheet} asked={panel} marked={panel.marked ?? null} />;
    case 'outline':
      return <OutlineSheet {...{ editor, snapshot }} onClose={leave} asked={panel} />;
    case 'history':
      return <HistoryScreen {...{ editor, snapshot, map, person }} since={panel.since} onClose={leave} />;
    case 'developers':
      return <DeveloperSheet {...{ editor, map }} onClose={leave} />;
    case 'import':
      return <ImportDialog dropped={[panel.file]} place={{ kind: 'branch', map, editor }} {...{ onClose, onClosed }} />;
    case 'print':
      return <PrintDialog {...{ map, onClose, onClosed }} />;
    case 'item':
      return <ItemSheet {...{ editor, snapshot, onPanel, onClose }} />;
    case 'icon':
      return <IconPanel {...{ editor, snapshot }} at={panel.at} onClose={leave} />;
    case 'colour':
      return <ColourPanel {...{ editor, snapshot }} at={panel.at} onClose={leave} />;
    case 'style':
      return <StylePanel {...{ editor, snapshot }} at={panel.at} onClose={leave} />;
    default:
      return unreachable(panel);
  }
}
