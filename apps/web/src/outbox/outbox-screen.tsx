import type { SentMail } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { ChevronLeft } from 'lucide-react';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { language, words } from '../words/index.ts';
import { outboxWords } from '../words/screens/outbox-words.ts';
import { sayWhen } from '../words/when.ts';
import './outbox.css';

const SHOWN = 50;

/** The mails that a server without a mail server would have sent. */
export function OutboxScreen() {
  const [outbox] = useAnswer(gatewayRoutes.outbox, { limit: SHOWN });
  const mails = outbox.kind === 'there' ? outbox.value.mails : [];
  return (
    <main className="outbox">
      <LocalLink to="/" className="button">
        <ChevronLeft size={18} strokeWidth={1.5} />
        {words.map.home}
      </LocalLink>
      <h1>{outboxWords().title}</h1>
      <p className="quiet">{outbox.kind === 'failed' ? outboxWords().absent : outboxWords().text}</p>
      {outbox.kind === 'there' && mails.length === 0 ? <p>{outboxWords().empty}</p> : null}
      <ul>
        {mails.map((mail) => (
          <MailCard key={mail.id} mail={mail} />
        ))}
      </ul>
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
      {mail.picture === null ? null : (
        <img src={`data:image/png;base64,${mail.picture}`} alt={outboxWords().picture} width={432} height={324} />
      )}
      {link === undefined ? null : (
        <a className="button outlined" href={link}>
          {outboxWords().open}
        </a>
      )}
    </li>
  );
}
