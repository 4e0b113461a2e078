import type { MapId } from '@bough/base';
import { everydayRoutes, type MapFacts } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { send } from '../api/api.ts';
import { callUnsafe, ensurePerson, useSession } from '../api/session.ts';
import { useSnapshot } from '../map/editor/use-editor.ts';
import { useMomentEditor } from '../map/history/use-moment-editor.ts';
import { ZoomBar } from '../map/bars/zoom-bar.tsx';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { Mark } from '../shell/mark.tsx';
import { Notice } from '../shell/messages/notice.tsx';
import { go } from '../shell/router.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { mapAddress } from '../shell/screen.ts';
import { useTheme } from '../shell/theme.ts';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { homeWords } from '../words/screens/home-words.ts';
import { publicWords } from '../words/screens/share-words.ts';
import { sayWhen } from '../words/when.ts';
import '../map/map.css';
import './public.css';

/** A map for everybody: to look at, and to take along where its owner allows that. */
export function PublicScreen({ map }: { readonly map: MapId }) {
  const [loaded, again] = useAnswer(everydayRoutes.mapFacts, { map });
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'there') return <PublicMap facts={loaded.value} />;
  if (loaded.trouble.kind === 'refused') {
    return <Notice title={publicWords().absentTitle} text={publicWords().absentText} />;
  }
  return (
    <Notice title={words.map.brokenTitle} text={words.problems.offline}>
      <button type="button" className="button primary" onClick={again}>
        {words.tryAgain}
      </button>
    </Notice>
  );
}

function PublicMap({ facts }: { readonly facts: MapFacts }) {
  const host = useRef<HTMLDivElement>(null);
  const text = useDocument(facts.id);
  const made = useMomentEditor(facts.id, host);
  const editor = made?.editor ?? null;
  const { theme } = useTheme();
  useEffect(() => editor?.configure({ theme }), [editor, theme]);
  useEffect(() => {
    if (text === null || made === null) return;
    made.moments.showText(text);
    made.editor.run('fit');
  }, [made, text]);
  useEffect(() => {
    document.title = `${titleOf(facts)} · ${words.product}`;
  }, [facts]);
  return (
    <div className="map-screen public">
      <div ref={host} className="map-host" />
      <header className="public-head">
        <LocalLink to="/" className="public-brand" label={words.product}>
          <Mark size={24} />
        </LocalLink>
        <div className="public-name">
          <h1 className="cut">{titleOf(facts)}</h1>
          <p className="hint cut">{bylineOf(facts)}</p>
        </div>
        <Ways facts={facts} />
      </header>
      {editor === null ? null : <Zoom editor={editor} />}
      <p className="public-foot hint">{publicWords().madeWith}</p>
    </div>
  );
}

function Zoom({ editor }: { readonly editor: Editor }) {
  return <ZoomBar editor={editor} snapshot={useSnapshot(editor)} />;
}

/** What a visitor may do: take it along; who is a member already may open it. */
function Ways({ facts }: { readonly facts: MapFacts }) {
  const { isBusy, trouble, run } = useTask();
  const session = useSession();
  const mayMake = session.kind !== 'known' || session.facts.mayMakeMaps;
  const copy = async () => {
    const made = await run(async () => {
      const person = await ensurePerson();
      if (!person.ok) return person;
      return await callUnsafe(everydayRoutes.copyMap, { map: facts.id, at: null }, { title: titleOf(facts) });
    });
    if (made === null) return;
    go(mapAddress(made.value.id));
    showToast({ text: publicWords().copied });
  };
  useEffect(() => {
    if (trouble !== null) showToast({ text: words.problems.unexpected });
  }, [trouble]);
  return (
    <div className="public-ways">
      {facts.role === 'view' ? null : (
        <LocalLink to={mapAddress(facts.id)} className="button">
          {publicWords().open}
        </LocalLink>
      )}
      {facts.mayCopy && mayMake ? (
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void copy()}>
          <Copy size={17} strokeWidth={1.5} aria-hidden="true" />
          {publicWords().copy}
        </button>
      ) : null}
    </div>
  );
}

function titleOf(facts: MapFacts): string {
  return facts.title === '' ? words.untitled : facts.title;
}

function bylineOf({ owner, changedAt }: MapFacts): string {
  const when = sayWhen(changedAt, Date.now(), language);
  return owner === null ? homeWords().changed(null, when) : publicWords().byline(owner.name, when);
}

/** The map's document as text; null until it is here. */
function useDocument(map: MapId): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    send(everydayRoutes.readMap, { map, known: null, at: null }, undefined, { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.text() : null))
      .then(setText)
      // The head stays and the paper is empty; a reload asks again.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [map]);
  return text;
}
