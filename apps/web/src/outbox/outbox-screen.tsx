import type { SentMail } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/api.ts';
import { LocalLink } from '../shell/local-link.tsx';
import { language, words } from '../words/index.ts';
import { outboxWords } from '../words/outbox-words.ts';
import { sayWhen } from '../words/when.ts';
import './outbox.css';

const SHOWN = 50;

type Outbox = { readonly kind: 'loading' | 'absent' } | { readonly kind: 'mails'; readonly mails: readonly SentMail[] };

/** The mails that a server without a mail server would have sent. */
export function OutboxScreen() {
  const [outbox, setOutbox] = useState<Outbox>({ kind: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    void call(gatewayRoutes.outbox, { limit: SHOWN }, undefined, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      setOutbox(answer.ok ? { kind: 'mails', mails: answer.value.mails } : { kind: 'absent' });
    });
    return () => leaving.abort();
  }, []);
  return (
    <main className="outbox">
      <LocalLink to="/" className="button">
        <ChevronLeft size={18} strokeWidth={1.5} />
        {words.map.home}
      </LocalLink>
      <h1>{outboxWords().title}</h1>
      <p className="quiet">{outbox.kind === 'absent' ? outboxWords().absent : outboxWords().text}</p>
      {outbox.kind === 'mails' && outbox.mails.length === 0 ? <p>{outboxWords().empty}</p> : null}
      <ul>{outbox.kind === 'mails' ? outbox.mails.map((mail) => <MailCard key={mail.id} mail={mail} />) : null}</ul>
    </main>
  );
}

function MailCard({ mail }: { readonly mail: SentMail }) {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  return (
    <li className="mail">
      <h2>{mail.subject}</h2>
      <p className="hint">
        {outboxWords().to(mail.to)} · {sayWhen(mail.at, Date.now(), language)}
      </p>
      <pre>{mail.text}</pre>
      {link === undefined ? null : (
        <a className="button outlined" href={link}>
          {outboxWords().open}
        </a>
      )}
    </li>
  );
}
