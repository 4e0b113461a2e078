import type { MapId } from '@bough/base';
import { type LinkRole, type ShareLink, sharingRoutes } from '@bough/contracts';
import { type Ref, useRef, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { Segments } from '../shell/controls/segments.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { tryCopy } from '../shell/try-copy.ts';
import { addressOfLink, plainLink, ROLES, roleFirst, USUAL } from './plain-link.ts';

interface CopyLinkProps {
  readonly map: MapId;
  /** Null until they are known. It has its room from the start: what stands below must not move under a finger. */
  readonly links: readonly ShareLink[] | null;
  readonly onLinks: (links: readonly ShareLink[]) => void;
}

/** The first thing that people want of sharing: a link, with one press. It is made when there is none yet, and stays in sight. */
export function CopyLink({ map, links, onLinks }: CopyLinkProps) {
  const [chosen, setRole] = useState<LinkRole | null>(null);
  // Links that come, or are made elsewhere on this sheet, do not change what was offered first.
  if (chosen === null && links !== null) setRole(roleFirst(links));
  const [copied, setCopied] = useState<{ readonly role: LinkRole; readonly isByHand: boolean } | null>(null);
  const { isBusy, trouble, run } = useTask();
  const field = useRef<HTMLInputElement>(null);
  const role = chosen ?? roleFirst([]);
  const there = plainLink(links ?? [], role);
  // Of another role nothing was copied, whatever came to an end meanwhile.
  const outcome = copied?.role === role ? copied : null;
  const copy = async () => {
    if (links === null) return;
    let link = there;
    if (link === null) {
      const made = await run(() => callUnsafe(sharingRoutes.makeShareLink, { map }, { role, ...USUAL }));
      if (made === null) return;
      link = made.value;
      onLinks([link, ...links]);
    }
    const isCopied = await tryCopy(addressOfLink(link.secret ?? '', location.origin));
    setCopied({ role, isByHand: !isCopied });
    if (!isCopied) field.current?.select();
  };
  return (
    <section className="copy-link" aria-label={shareWords().copyLink}>
      <Segments
        label={shareWords().linkLets}
        options={ROLES.map((each) => [each, shareWords().role[each]] as const)}
        value={chosen}
        onChange={(next) => (setRole(next), setCopied(null))}
      />
      <div className="fresh-row">
        <LinkInSight secret={there?.secret ?? null} field={field} />
        <button
          type="button"
          className="button primary"
          data-first
          disabled={isBusy}
          aria-disabled={links === null}
          onClick={() => void copy()}
        >
          <span aria-live="polite">
            {outcome?.isByHand === false && there !== null ? shareWords().copied : shareWords().copyLink}
          </span>
        </button>
      </div>
      {outcome?.isByHand === true ? <p className="hint">{shareWords().copyByHand}</p> : null}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </section>
  );
}

/** The link itself, or until it is made what it will be. */
function LinkInSight({ secret, field }: { readonly secret: string | null; readonly field: Ref<HTMLInputElement> }) {
  if (secret === null) return <p className="quiet link-to-be">{shareWords().linkText}</p>;
  return (
    <input
      ref={field}
      className="field"
      readOnly
      value={addressOfLink(secret, location.origin)}
      aria-label={shareWords().theLink}
      onFocus={(event) => event.target.select()}
    />
  );
}
