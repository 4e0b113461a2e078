import type { MapId } from '@bough/base';
import { gatewayRoutes, type ShareLink } from '@bough/contracts';
import { useEffect, useState } from 'react';
import { call, type Trouble } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/dialog.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { language, words } from '../words/index.ts';
import { sayWhen } from '../words/when.ts';
import './share.css';

type LinkRole = 'view' | 'edit';

interface ShareDialogProps {
  readonly map: MapId;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Makes and revokes the links by which others come to the map. */
export function ShareDialog({ map, ...closing }: ShareDialogProps) {
  const [links, setLinks] = useState<readonly ShareLink[] | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    void call(gatewayRoutes.listShareLinks, { map }, undefined, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok) setLinks(answer.value.links);
      else setTrouble(answer.error);
    });
    return () => leaving.abort();
  }, [map]);

  const make = async (role: LinkRole) => {
    const answer = await callUnsafe(gatewayRoutes.makeShareLink, { map }, { role });
    setTrouble(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setLinks((before) => [{ ...answer.value, secret: null }, ...(before ?? [])]);
    setFresh(`${location.origin}/join#${answer.value.secret ?? ''}`);
  };
  const revoke = async (link: ShareLink) => {
    const answer = await callUnsafe(gatewayRoutes.revokeShareLink, { map, link: link.id }, undefined);
    setTrouble(answer.ok ? null : answer.error);
    if (answer.ok) setLinks((before) => (before ?? []).filter((each) => each.id !== link.id));
  };

  return (
    <Dialog title={words.share.title} {...closing}>
      <p className="quiet">{words.share.text}</p>
      {fresh === null ? <NewLink onMake={make} /> : <FreshLink address={fresh} />}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <section className="links" aria-label={words.share.made}>
        <h3 className="hint">{links?.length === 0 ? words.share.none : words.share.made}</h3>
        <ul>
          {links?.map((link) => (
            <li key={link.id} className="link-row">
              <span>{words.share[link.role === 'edit' ? 'edit' : 'view']}</span>
              <span className="hint">{sayWhen(link.createdAt, Date.now(), language)}</span>
              <button type="button" className="button" onClick={() => void revoke(link)}>
                {words.share.revoke}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
}

function NewLink({ onMake }: { readonly onMake: (role: LinkRole) => Promise<void> }) {
  const [role, setRole] = useState<LinkRole>('edit');
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await onMake(role);
    setBusy(false);
  };
  return (
    <div className="new-link">
      <div className="segments" role="radiogroup" aria-label={words.share.make}>
        {(['edit', 'view'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="role" checked={role === each} onChange={() => setRole(each)} />
            {words.share[each]}
          </label>
        ))}
      </div>
      <button type="button" className="button primary" disabled={isBusy} onClick={() => void make()}>
        {words.share.make}
      </button>
    </div>
  );
}

function FreshLink({ address }: { readonly address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className="fresh-link">
      <div className="fresh-row">
        <input
          className="field"
          readOnly
          value={address}
          aria-label={words.share.make}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button primary" onClick={() => void copy()}>
          {isCopied ? words.share.copied : words.share.copy}
        </button>
      </div>
      <p className="hint">{words.share.once}</p>
    </div>
  );
}
