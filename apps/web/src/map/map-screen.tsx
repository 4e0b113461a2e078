import type { MapId } from '@bough/base';
import type { Editor } from '@bough/editor';
import type { PersonFacts } from '@bough/contracts';
import { useEffect, useRef } from 'react';
import { askSession, useSession } from '../api/session.ts';
import { Notice } from '../shell/notice.tsx';
import { useTheme } from '../shell/theme.ts';
import { words } from '../words/index.ts';
import { ClosedScreen } from './closed-screen.tsx';
import { ContextMenu } from './context-menu.tsx';
import { insetsNow, phone, reducedMotion } from './device.ts';
import { FindBar } from './find-bar.tsx';
import { FirstHint } from './first-hint.tsx';
import { ItemBar } from './item-bar.tsx';
import { MapHead } from './map-head.tsx';
import { useNaming } from './naming.ts';
import { PhoneBar } from './phone-bar.tsx';
import { RefusedNote } from './refused-note.tsx';
import { useEditor, useSnapshot } from './use-editor.ts';
import { ZoomBar } from './zoom-bar.tsx';
import './map.css';

/** One map: the canvas, and the little chrome around it. */
export function MapScreen({ map }: { readonly map: MapId }) {
  const session = useSession();
  if (session.kind === 'unknown') return null;
  if (session.kind === 'unreachable') {
    return (
      <Notice title={words.map.brokenTitle} text={words.problems.offline}>
        <button type="button" className="button primary" onClick={() => void askSession()}>
          {words.tryAgain}
        </button>
      </Notice>
    );
  }
  const { person } = session.facts;
  if (person === null) return <Notice title={words.map.deniedTitle} text={words.map.deniedText} />;
  return <OpenMapScreen key={person.id} map={map} person={person} />;
}

function OpenMapScreen({ map, person }: { readonly map: MapId; readonly person: PersonFacts }) {
  const editor = useEditor(map, person.id);
  return editor === null ? null : <EditorScreen editor={editor} map={map} />;
}

function EditorScreen({ editor, map }: { readonly editor: Editor; readonly map: MapId }) {
  const host = useRef<HTMLDivElement>(null);
  const snapshot = useSnapshot(editor);
  useMounted(editor, host);
  useConfigured(editor);
  useNaming(editor, snapshot);
  useEffect(() => {
    document.title = snapshot.title === '' ? words.product : `${snapshot.title} · ${words.product}`;
  }, [snapshot.title]);

  const { status } = snapshot;
  if (status.kind === 'closed') return <ClosedScreen status={status} />;
  return (
    <div className="map-screen">
      <div ref={host} className="map-host" />
      <MapHead editor={editor} snapshot={snapshot} map={map} />
      {snapshot.find === null ? null : <FindBar editor={editor} find={snapshot.find} />}
      {snapshot.editing === null && snapshot.find === null ? <ItemBar editor={editor} snapshot={snapshot} /> : null}
      <ZoomBar editor={editor} snapshot={snapshot} />
      <FirstHint snapshot={snapshot} />
      <RefusedNote editor={editor} refused={snapshot.refused} />
      <PhoneBar editor={editor} snapshot={snapshot} />
      {snapshot.menu === null ? null : <ContextMenu editor={editor} at={snapshot.menu} />}
      {status.kind === 'opening' ? <p className="map-opening">{words.map.opening}</p> : null}
    </div>
  );
}

function useMounted(editor: Editor, host: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (host.current === null) return;
    editor.mount(host.current);
    editor.focus();
    return () => editor.unmount();
  }, [editor, host]);
}

/** Keeps the editor to the theme and the device as they change. */
function useConfigured(editor: Editor): void {
  const { theme } = useTheme();
  useEffect(() => editor.configure({ theme }), [editor, theme]);
  useEffect(() => {
    const configure = () => editor.configure({ insets: insetsNow(), reducedMotion: reducedMotion.matches });
    phone.addEventListener('change', configure);
    reducedMotion.addEventListener('change', configure);
    return () => {
      phone.removeEventListener('change', configure);
      reducedMotion.removeEventListener('change', configure);
    };
  }, [editor]);
}
