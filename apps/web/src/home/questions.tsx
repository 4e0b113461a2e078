import { lazy } from 'react';
import { ConfirmDialog } from '../shell/messages/confirm-dialog.tsx';
import { LineDialog } from '../shell/messages/line-dialog.tsx';
import { homeWords } from '../words/screens/home-words.ts';
import { type AtHome, type Question, useAtHome } from './at-home.ts';
import { emptyTrash, place, placeFolder, purge, removeFolder, titleOf } from './library/deeds.ts';
import { placeAll, purgeAll, tagAll } from './library/deeds-for-many.ts';
import { mayMoveInto } from './folders/folder-rows.ts';
import { mayPlace } from './maps/carried.ts';
import { MoveDialog } from './folders/move-dialog.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('../sharing/share-dialog.tsx')).ShareDialog }));
const ExportManyDialog = lazy(async () => ({
  default: (await import('../exporting/export-many-dialog.tsx')).ExportManyDialog,
}));
const FolderShareDialog = lazy(async () => ({
  default: (await import('../sharing/folder-share-dialog.tsx')).FolderShareDialog,
}));

/** The dialog of what home asks now. */
export function Questions({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  return ask(question, useAtHome(), onClose);
}

function ask(question: Question, atHome: AtHome, onClose: () => void) {
  if ('map' in question) return askOfMap(question, atHome, onClose);
  if ('maps' in question) return askOfMaps(question, atHome, onClose);
  if ('folder' in question) return askOfFolder(question, atHome, onClose);
  const { library } = atHome;
  if (question.kind === 'empty trash') {
    return (
      <ConfirmDialog
        title={homeWords().emptyTrashTitle(question.count)}
        text={homeWords().emptyTrashText}
        action={homeWords().emptyTrash}
        onConfirm={() => void emptyTrash(library)}
        onClose={onClose}
      />
    );
  }
  const { parent } = question;
  const title = parent === null ? homeWords().newFolder : homeWords().newFolderIn(parent.name);
  const make = (name: string) => library.makeFolder(name, parent?.id ?? null);
  return <LineDialog title={title} label={homeWords().name} value="" most={100} onKeep={make} onClose={onClose} />;
}

const TAGS_MOST = 20;

function tagsIn(line: string): readonly string[] {
  const tags = line.split(',').map((tag) => tag.trim().slice(0, 50));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TAGS_MOST);
}

type OfMap = Extract<Question, { readonly map: unknown }>;

function askOfMap({ kind, map }: OfMap, { library }: AtHome, onClose: () => void) {
  switch (kind) {
    case 'rename map':
      return (
        <LineDialog
          title={homeWords().renameMap}
          label={homeWords().name}
          value={map.title}
          most={500}
          onKeep={(title) => library.rename(map, title)}
          onClose={onClose}
        />
      );
    case 'tag map':
      return (
        <LineDialog
          title={homeWords().editTags}
          text={homeWords().tagsText}
          label={homeWords().tagsLabel}
          value={map.tags.join(', ')}
          most={1_000}
          mayBeEmpty
          onKeep={(line) => library.tag(map, tagsIn(line))}
          onClose={onClose}
        />
      );
    case 'move map':
      return (
        <MoveDialog
          title={homeWords().moveTo}
          from={map.folder}
          may={(target) => mayPlace(map, target)}
          onMove={(target) => void place(library, map, target)}
          onClose={onClose}
        />
      );
    case 'purge map':
      return (
        <ConfirmDialog
          title={homeWords().purgeTitle(titleOf(map))}
          text={homeWords().purgeText}
          action={homeWords().purge}
          onConfirm={() => void purge(library, map)}
          onClose={onClose}
        />
      );
    case 'share map':
      return <ShareDialog map={map.id} onClose={onClose} onClosed={() => void library.refresh()} />;
  }
}

type OfMaps = Extract<Question, { readonly maps: unknown }>;

function askOfMaps({ kind, maps }: OfMaps, { library }: AtHome, onClose: () => void) {
  const [first] = maps;
  const isTogether = maps.every(({ folder }) => folder === first?.folder);
  switch (kind) {
    case 'purge maps':
      return (
        <ConfirmDialog
          title={homeWords().many.purgeTitle(maps.length)}
          text={homeWords().purgeText}
          action={homeWords().purge}
          onConfirm={() => void purgeAll(library, maps)}
          onClose={onClose}
        />
      );
    case 'move maps':
      return (
        <MoveDialog
          title={homeWords().many.moveTitle(maps.length)}
          from={isTogether ? (first?.folder ?? null) : 'several'}
          may={(target) => maps.every((map) => mayPlace(map, target))}
          onMove={(target) => void placeAll(library, maps, target)}
          onClose={onClose}
        />
      );
    case 'tag maps':
      return (
        <LineDialog
          title={homeWords().many.tagTitle(maps.length)}
          text={homeWords().many.tagText}
          label={homeWords().many.tagLabel}
          value=""
          most={1_000}
          onKeep={(line) => tagAll(library, maps, tagsIn(line))}
          onClose={onClose}
        />
      );
    case 'export maps':
      return <ExportManyDialog maps={maps} onClose={onClose} />;
  }
}

type OfFolder = Extract<Question, { readonly folder: unknown }>;

function askOfFolder({ kind, folder }: OfFolder, { library, state }: AtHome, onClose: () => void) {
  const isOwn = folder.role === 'own';
  switch (kind) {
    case 'rename folder':
      return (
        <LineDialog
          title={homeWords().renameFolder}
          label={homeWords().name}
          value={folder.name}
          most={100}
          onKeep={(name) => library.changeFolder(folder, { name })}
          onClose={onClose}
        />
      );
    case 'move folder':
      return (
        <MoveDialog
          title={homeWords().moveFolder}
          from={folder.parent}
          may={(target) => mayMoveInto({ ...folder, parent: 'elsewhere' }, target, state.folders)}
          onMove={(target) => void placeFolder(library, folder, target)}
          onClose={onClose}
        />
      );
    case 'remove folder':
      return (
        <ConfirmDialog
          title={isOwn ? homeWords().removeFolderTitle(folder.name) : homeWords().leaveFolder}
          text={isOwn ? homeWords().removeFolderText : homeWords().leaveFolderText}
          action={isOwn ? homeWords().removeFolder : homeWords().leaveFolder}
          onConfirm={() => void removeFolder(library, folder)}
          onClose={onClose}
        />
      );
    case 'share folder':
      return <FolderShareDialog folder={folder} onClose={onClose} onClosed={() => void library.refresh()} />;
  }
}
