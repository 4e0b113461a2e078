import type { MapId } from '@bough/base';
import { type LinkRole, type ShareLink, sharingRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { FactRow } from '../shell/controls/fact-row.tsx';
import { Segments } from '../shell/controls/segments.tsx';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { sayDay, sayWhen } from '../words/when.ts';
import { Address } from './address.tsx';
import { endOf, type Lasting, LASTINGS } from './lasting.ts';
import { addressOfLink, ROLES } from './plain-link.ts';

interface LinksPartProps {
  readonly map: MapId;
  readonly links: readonly ShareLink[];
  readonly onLinks: (links: readonly ShareLink[]) => void;
}

/** Makes and revokes the links by which others come to the map. */
export function LinksPart({ map, links, onLinks }: LinksPartProps) {
  const [fresh, setFresh] = useState<string | null>(null);
  const { isBusy, trouble, run } = useTask();
  const now = Date.now();
  const working = links.filter((link) => link.expiresAt === null || link.expiresAt > now);
  const revoke = async (link: ShareLink) => {
    const done = await run(() => callUnsafe(sharingRoutes.revokeShareLink, { map, link: link.id }, undefined));
    if (done !== null) onLinks(links.filter((each) => each.id !== link.id));
  };
  const made = (link: ShareLink) => {
    onLinks([link, ...links]);
    setFresh(addressOfLink(link.secret ?? '', location.origin));
  };
  return (
    <>
      {fresh === null ? (
        <NewLink map={map} onMade={made} />
      ) : (
        <div className="fresh-link">
          <Address label={shareWords().make} address={fresh} hasQr />
          <button type="button" className="plain" onClick={() => setFresh(null)}>
            {shareWords().another}
          </button>
        </div>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <section className="links">
        <h3 className="hint">{working.length === 0 ? shareWords().none : shareWords().links}</h3>
        <ul>
          {working.map((link) => (
            <LinkRow key={link.id} link={link} isBusy={isBusy} onRevoke={() => void revoke(link)} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface LinkRowProps {
  readonly link: ShareLink;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function LinkRow({ link, isBusy, onRevoke }: LinkRowProps) {
  const role = shareWords().role[link.role];
  const facts = [
    shareWords().made(sayWhen(link.createdAt, Date.now(), language)),
    ...(link.expiresAt === null ? [] : [shareWords().until(sayDay(link.expiresAt, language))]),
    ...(link.needsSignIn ? [shareWords().needsSignIn] : []),
    ...(link.mayCopy || link.role === 'edit' ? [] : [shareWords().noCopy]),
    ...(link.mayReadPast && link.role !== 'edit' ? [shareWords().withPast] : []),
  ];
  const [isShown, setShown] = useState(false);
  return (
    <>
      <FactRow
        className="person-row"
        name={role}
        facts={facts.join(', ')}
        act={shareWords().revoke}
        actAloud={shareWords().revokeLink(role)}
        onAct={onRevoke}
        {...{ isBusy }}
      >
        {link.secret === null ? null : (
          <button
            type="button"
            className="button"
            aria-expanded={isShown}
            aria-label={shareWords().showLink(role)}
            onClick={() => setShown(!isShown)}
          >
            {shareWords().show}
          </button>
        )}
      </FactRow>
      {isShown && link.secret !== null ? (
        <li className="shown-link">
          <Address label={shareWords().theLink} address={addressOfLink(link.secret, location.origin)} hasQr />
        </li>
      ) : null}
    </>
  );
}

function NewLink({ map, onMade }: { readonly map: MapId; readonly onMade: (link: ShareLink) => void }) {
  const [role, setRole] = useState<LinkRole>('edit');
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const [mayCopy, setMayCopy] = useState(true);
  const [mayReadPast, setMayReadPast] = useState(false);
  const [lasting, setLasting] = useState<Lasting>('never');
  const { isBusy, trouble, run } = useTask();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const lets = { mayCopy: mayCopy || role === 'edit', mayReadPast: mayReadPast && role !== 'edit' };
    const body = { role, needsSignIn, ...lets, expiresAt: endOf(lasting, Date.now()) };
    const made = await run(() => callUnsafe(sharingRoutes.makeShareLink, { map }, body));
    if (made !== null) onMade(made.value);
  };
  return (
    <form className="new-link" onSubmit={(event) => void make(event)}>
      <p className="quiet">{shareWords().linkText}</p>
      <Segments
        label={shareWords().make}
        options={ROLES.map((each) => [each, shareWords().role[each]] as const)}
        value={role}
        onChange={setRole}
      />
      <div className="options">
        <Check text={shareWords().needsSignIn} isOn={needsSignIn} onTurn={setNeedsSignIn} />
        {role === 'edit' ? null : <Check text={shareWords().mayCopy} isOn={mayCopy} onTurn={setMayCopy} />}
        {role === 'edit' ? null : <Check text={shareWords().mayReadPast} isOn={mayReadPast} onTurn={setMayReadPast} />}
        <label className="option">
          {shareWords().expires}
          <Select
            className="role"
            options={LASTINGS}
            names={shareWords().expiry}
            value={lasting}
            onChange={setLasting}
          />
        </label>
      </div>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <button type="submit" className="button primary" disabled={isBusy}>
        {shareWords().make}
      </button>
    </form>
  );
}
