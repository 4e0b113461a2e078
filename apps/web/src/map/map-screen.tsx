import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot, PagePort } from '@bough/editor';
import { type ComponentProps, lazy, useEffect, useLayoutEffect, useRef } from 'react';
import { keptPerson } from '../api/kept-person.ts';
import { askSession, useSession } from '../api/session.ts';
import { whoIsHere } from '../api/who-is-here.ts';
import { Notice } from '../shell/messages/notice.tsx';
import { useIsOnline } from '../shell/online.ts';
import { Part } from '../shell/part.tsx';
import { giveTypeAhead } from '../shell/type-ahead/for-new-map.ts';
import { printsInstead } from '../exporting/print-sheet.ts';
import type { ChatPlace, MapOpens, MapPlace } from '../shell/screen.ts';
import { useTheme } from '../shell/theme.ts';
import { words } from '../words/index.ts';
import { contrastNow, contrastWishes, handheld, reducedMotion } from './commands/device.ts';
import { FindBar } from './find/find-bar.tsx';
import { FirstHint } from './first-hint.tsx';
import { keysGoOn } from './commands/keys-go-on.ts';
import { MapHead } from './bars/map-head.tsx';
import { NewVersion } from './new-version.tsx';
import { dropBegun } from './first-picture.ts';
import { watchInsets } from './bars/insets.ts';
import { hasEnded, noteShown } from './keep-opened.ts';
import { keepInSight } from './bars/keep-in-sight.ts';
import { useNaming } from './editor/naming.ts';
import { type Panel, usePanel } from './panels/panel.ts';
import { Panels } from './panels/panels.tsx';
import { PhoneBar } from './bars/phone-bar.tsx';
import { QuietNote } from './messages/quiet-notes.tsx';
import type { OpenedEditor } from './editor/open-editor.ts';
import { useEditor, useSnapshot } from './editor/use-editor.ts';
import { useOpens } from './editor/use-opens.ts';
import { useShownPlace } from './editor/use-shown-place.ts';
import { ZoomBar } from './bars/zoom-bar.tsx';
import './map.css';
import './messages/quiet-notes.css';
import './panels/panels.css';

// Fetched when an item is selected, or a link, when somebody types a colon and a word, when the map is presented, when a change is refused, when
// the map is closed, when somebody is followed or presents, and when a reader wants the history.
const ContextMenu = lazy(async () => ({ default: (await import('./commands/context-menu.tsx')).ContextMenu }));
const ItemBar = lazy(async () => ({ default: (await import('./item/item-bar.tsx')).ItemBar }));
const LinkBar = lazy(async () => ({ default: (await import('./item/link-bar.tsx')).LinkBar }));
const PresentBar = lazy(async () => ({ default: (await import('./bars/present-bar.tsx')).PresentBar }));
const ClosedScreen = lazy(async () => ({ default: (await import('./closed-screen.tsx')).ClosedScreen }));
const RefusedNote = lazy(async () => ({ default: (await import('./messages/refused-note.tsx')).RefusedNote }));
const CommentHint = lazy(async () => ({ default: (await import('./comment-hint.tsx')).CommentHint }));
const FollowNote = lazy(async () => ({ default: (await import('./following/follow-note.tsx')).FollowNote }));
const PastGate = lazy(async () => ({ default: (await import('./history/past-gate.tsx')).PastGate }));
const ColonList = lazy(async () => ({ default: (await import('./item/colon-list.tsx')).ColonList }));

interface MapScreenProps {
  readonly map: MapId;
  /** The place to begin at. */
  readonly at: MapPlace | ChatPlace | null;
  /** What the address opens over it. */
  readonly opens: MapOpens | null;
}

/** One map: the canvas, and the little chrome around it. What this browser has of it opens before the server has answered. */
export function MapScreen({ map, at, opens }: MapScreenProps) {
  const session = useSession();
  const { person } = whoIsHere(session, keptPerson());
  const isNobody = person === null;
  useEffect(() => {
    if (isNobody) dropBegun();
  }, [isNobody]);
  if (person !== null) return <OpenMapScreen key={person.id} {...{ map, at, opens }} person={person.id} />;
  if (session.kind === 'unknown') return <p className="map-opening">{words.map.opening}</p>;
  if (session.kind === 'known') return <Closed map={map} snapshot={null} />;
  return (
    <Notice title={words.map.brokenTitle} text={words.problems.offline}>
      <button type="button" className="button primary" onClick={() => void askSession()}>
        {words.tryAgain}
      </button>
    </Notice>
  );
}

function OpenMapScreen(props: MapScreenProps & { readonly person: PersonId }) {
  const opened = useEditor(props.map, props.person);
  return opened === null ? null : <EditorScreen opened={opened} {...props} />;
}

interface EditorScreenProps extends MapScreenProps {
  readonly opened: OpenedEditor;
  readonly person: PersonId;
}

function EditorScreen(props: EditorScreenProps) {
  const { opened, map, person } = props;
  const snapshot = useSnapshot(opened.editor);
  useTitled(snapshot, map, person);
  // Apart, so that a map to which somebody is let in again is shown as any that is opened.
  if (isClosedTo(snapshot, person, map)) return <Closed map={map} snapshot={snapshot} />;
  return <OpenScreen {...props} snapshot={snapshot} />;
}

interface OpenScreenProps extends EditorScreenProps {
  readonly snapshot: EditorSnapshot;
}

function OpenScreen({ opened, opened: { editor }, snapshot, map, at, opens, person }: OpenScreenProps) {
  const screen = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [panel, setPanel, page] = usePanel(editor, map);
  useMounted(opened, host, page);
  useConfigured(editor);
  useInsets(editor, screen);
  useNaming(editor, snapshot);
  useShownPlace(editor, snapshot, at, setPanel);
  const [isShareAsked, onShareOpened] = useOpens(editor, snapshot, map, opens, setPanel);
  usePrinted(editor);
  useTypeAhead(snapshot);
  const isBehind = panel.kind === 'history';
  useBehind(editor, isBehind);

  const { status } = snapshot;
  const newVersion =
    status.kind === 'outdated' ? (
      <NewVersion snapshot={snapshot} unsent={status.unsent} isBusy={panel.kind !== 'none'} />
    ) : null;
  const isPresented = snapshot.present !== null;
  const isBarred = snapshot.editing !== null || snapshot.find !== null || snapshot.linking !== null || isPresented;
  return (
    <div ref={screen} className="map-screen" onKeyDown={(event) => keysGoOn(editor, event.nativeEvent)}>
      <div className="map-behind" inert={isBehind}>
        <div ref={host} className="map-host" data-beyond={snapshot.beyond} />
        {isPresented ? null : <MapHead {...{ editor, snapshot, map, person, isShareAsked, onShareOpened }} />}
        {snapshot.find === null ? null : <FindBar editor={editor} find={snapshot.find} />}
        {isBarred || isOver(panel) ? null : <BesideItem editor={editor} snapshot={snapshot} onPanel={setPanel} />}
        <BesideLink editor={editor} snapshot={snapshot} />
        {isPresented ? (
          <Part takesKeys onFailed={() => editor.endPresent()}>
            <PresentBar editor={editor} snapshot={snapshot} map={map} />
          </Part>
        ) : null}
        {isPresented ? null : <ZoomBar editor={editor} snapshot={snapshot} />}
        {panel.kind === 'none' ? <MayComment editor={editor} snapshot={snapshot} /> : null}
        {isPresented ? null : <PhoneBar editor={editor} snapshot={snapshot} onPanel={setPanel} />}
        {snapshot.colonWord === null ? null : (
          <Part onFailed={() => editor.focus()}>
            <ColonList editor={editor} snapshot={snapshot} />
          </Part>
        )}
        <AskedMenu editor={editor} at={snapshot.menu} />
      </div>
      {newVersion === null ? <FirstHint snapshot={snapshot} /> : null}
      {newVersion ?? <QuietNote editor={editor} snapshot={snapshot} />}
      <Follow editor={editor} snapshot={snapshot} />
      <Refused editor={editor} snapshot={snapshot} />
      <Panels panel={panel} onPanel={setPanel} {...{ editor, snapshot, map, person }} />
      {(opens === 'history' || panel.kind === 'history') && !editor.offers('history') ? (
        <Part onFailed={() => undefined}>
          <PastGate {...{ editor, map, opens }} onPanel={setPanel} />
        </Part>
      ) : null}
      {isUnopened(status) ? <Unopened status={status} /> : null}
    </div>
  );
}

/** Without a snapshot: nobody is here. */
function Closed(props: ComponentProps<typeof ClosedScreen>) {
  return (
    <Part>
      <ClosedScreen {...props} />
    </Part>
  );
}

/** The bar of what is selected, once its code is here. */
function BesideItem(props: ComponentProps<typeof ItemBar>) {
  if (props.snapshot.focused === null) return null;
  return (
    <Part onFailed={() => undefined}>
      <ItemBar {...props} />
    </Part>
  );
}

/** The bar of the link that is selected. */
function BesideLink(props: ComponentProps<typeof LinkBar>) {
  if (props.snapshot.link === null) return null;
  return (
    <Part onFailed={() => props.editor.selectLink(null)}>
      <LinkBar {...props} />
    </Part>
  );
}

/** The browser's own printing prints the map. */
function usePrinted(editor: Editor): void {
  useEffect(() => printsInstead(() => editor.paintSheet(document)), [editor]);
}

/** The server has said so, now or when it answered last. */
function isClosedTo({ status: { kind }, role }: EditorSnapshot, person: PersonId, map: MapId): boolean {
  return kind === 'closed' || (kind === 'offline' && role === null && hasEnded(person, map));
}

/** The menu that was asked for, once its code is here. */
function AskedMenu({ editor, at }: { readonly editor: Editor; readonly at: EditorSnapshot['menu'] }) {
  if (at === null) return null;
  return (
    <Part takesKeys onFailed={() => editor.closeMenu()}>
      <ContextMenu editor={editor} at={at} />
    </Part>
  );
}

/** While something stands over all of the map, or is on its way there, no key reaches the map or its bars; afterwards the map has the keyboard again. */
function useBehind(editor: Editor, isBehind: boolean): void {
  useLayoutEffect(() => {
    if (!isBehind) return;
    // The browser takes the focus from what is behind with the next picture: a key may come before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return () => editor.focus();
  }, [editor, isBehind]);
}

/** What names the map elsewhere: its window, and home while no server answers. */
function useTitled(snapshot: EditorSnapshot, map: MapId, person: PersonId): void {
  const { title } = snapshot;
  useEffect(() => {
    document.title = title === '' ? words.product : `${title} · ${words.product}`;
  }, [title]);
  useOpened(snapshot, map, person);
}

/** Home lists the map by its name also while no server answers (shell/opened-maps.ts), as long as the person has it and this browser keeps it. */
function useOpened({ status: { kind }, isKept, title, role }: EditorSnapshot, map: MapId, person: PersonId): void {
  const isClosed = kind === 'closed';
  const isOpen = isKept && !isClosed && kind !== 'opening' && kind !== 'outdated';
  useEffect(() => {
    if (isClosed || isOpen) noteShown(person, map, isClosed, title, role);
  }, [isClosed, isOpen, title, role, map, person]);
}

/** A new map waits for its first words in its root: those that were typed before it had come. */
function useTypeAhead({ editing }: EditorSnapshot): void {
  const isEdited = editing !== null;
  useEffect(() => {
    if (isEdited) giveTypeAhead();
  }, [isEdited]);
}

function MayComment(props: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  if (props.snapshot.role !== 'comment' || props.snapshot.isOpenedFolded) return null;
  return (
    <Part onFailed={() => undefined}>
      <CommentHint {...props} />
    </Part>
  );
}

/** What there is to say of somebody whose view one has, or may have. */
function Follow(props: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { following, people } = props.snapshot;
  if (following === null && people.every(({ state }) => state.slide === null)) return null;
  return (
    <Part onFailed={() => undefined}>
      <FollowNote {...props} />
    </Part>
  );
}

function Refused({ editor, snapshot: { refused } }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  if (refused.length === 0) return null;
  return (
    <Part onFailed={() => undefined}>
      <RefusedNote editor={editor} refused={refused} />
    </Part>
  );
}

/** In the map's place until it is there. It goes on being asked for, whatever is said here. */
function Unopened({ status }: { readonly status: EditorSnapshot['status'] }) {
  const isOnline = useIsOnline();
  if (status.kind !== 'opening' || !status.isUnanswered) return <p className="map-opening">{words.map.opening}</p>;
  const { offlineTitle, offlineText, awayTitle, awayText } = words.map;
  return (
    <div className="map-away" role="status">
      {isOnline ? <Notice title={awayTitle} text={awayText} /> : <Notice title={offlineTitle} text={offlineText} />}
    </div>
  );
}

/** Whether there is no map to show yet. */
function isUnopened(status: EditorSnapshot['status']): boolean {
  return status.kind === 'opening' || (status.kind === 'outdated' && !status.isOpen);
}

/** Whether the panel stands where the item's bar would, or has the keyboard for itself: beside a note or comments there is room for both. */
function isOver({ kind }: Panel): boolean {
  return kind !== 'none' && kind !== 'note' && kind !== 'comments' && kind !== 'chat';
}

function useMounted(opened: OpenedEditor, host: { readonly current: HTMLElement | null }, page: PagePort): void {
  useEffect(() => {
    if (host.current === null) return;
    const unmount = opened.mount(host.current, page);
    opened.editor.focus();
    return unmount;
  }, [opened, host, page]);
}

/** Keeps the editor to the theme and the device as they change. */
function useConfigured(editor: Editor): void {
  const { theme } = useTheme();
  useEffect(() => editor.configure({ theme }), [editor, theme]);
  useEffect(() => {
    const configure = () =>
      editor.configure({
        reducedMotion: reducedMotion.matches,
        contrast: contrastNow(),
        isHandheld: handheld.matches,
      });
    configure();
    const wishes = [reducedMotion, handheld, ...contrastWishes];
    for (const wish of wishes) wish.addEventListener('change', configure);
    return () => {
      for (const wish of wishes) wish.removeEventListener('change', configure);
    };
  }, [editor]);
}

/** Keeps the screen to what is seen of the window, and the editor to what its chrome leaves free. */
function useInsets(editor: Editor, screen: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return;
    const ends = [keepInSight(element), watchInsets(element, (insets) => editor.configure({ insets }))];
    return () => {
      for (const end of ends) end();
    };
  }, [editor, screen]);
}
