import { unreachable } from '@bough/base';
import type { Mail } from '@bough/contracts';
import { MAIL_CHANGE_WORDS, saidOfChanges } from './change-words.ts';
import { MAIL_GROUP_WORDS } from './group-words.ts';
import { dressLetter } from './letter-dress.ts';
import { MAIL_WORDS, type MailLanguage } from './letter-words.ts';

/**
 * What a mail is about: somebody's own account; what others want of them, which they may refuse to hear; or maps that they watch, each of
 * which they may watch no more.
 */
export type MailTopic = 'account' | 'others' | 'watched';

/** A mail as it is sent. The subject is ours alone: no user's text reaches a header. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** After so many minutes nobody needs it any more; null: it keeps. */
  readonly usefulMinutes: number | null;
  readonly topic: MailTopic;
  /** Where one click ends such mails; null: they cannot be ended. */
  readonly noMore: string | null;
  /** A PNG in base64 that travels with it, shown as `cid:map`; null: there is none. */
  readonly picture: string | null;
}

/** What changed a day ago and could not be sent is not sent any more: who may read the map was asked then. */
const CHANGES_USEFUL_MINUTES = 24 * 60;

const OF_OTHERS: ReadonlySet<Mail['kind']> = new Set(['invitation', 'sharing', 'group', 'mention']);

/** Which topic a mail has. */
export function topicOf(mail: Mail): MailTopic {
  if (mail.kind === 'changes') return 'watched';
  return OF_OTHERS.has(mail.kind) ? 'others' : 'account';
}

/** Writes the letter that was asked for. `noMore` is used only where the topic can be refused. */
export function writeLetter(mail: Mail, language: MailLanguage, noMore: string | null): Letter {
  const words = MAIL_WORDS[language];
  const topic = topicOf(mail);
  const end =
    topic === 'account' || noMore === null
      ? null
      : { link: noMore, noMore: words.noMore, noMoreLabel: words.noMoreLabel };
  const facts = { to: mail.to, topic, noMore: end?.link ?? null, picture: null };
  switch (mail.kind) {
    case 'sign-in':
    case 'reset-password':
    case 'change-email': {
      const said = words.link[mail.kind](mail.expiresInMinutes);
      const usefulMinutes = mail.expiresInMinutes;
      return { ...facts, usefulMinutes, ...dressLetter({ said, title: null, link: mail.link, end, language }) };
    }
    case 'new-browser': {
      const said = words.newBrowser(plainly(mail.device), mail.at);
      return { ...facts, usefulMinutes: null, ...dressLetter({ said, title: null, link: mail.link, end, language }) };
    }
    case 'notice': {
      const said = words.notice[mail.about];
      return { ...facts, usefulMinutes: null, ...dressLetter({ said, title: null, link: mail.link, end, language }) };
    }
    case 'invitation': {
      const said = words.invitation(plainly(mail.from));
      const [title, link] = [plainly(mail.title), mail.link];
      return { ...facts, usefulMinutes: null, ...dressLetter({ said, title, link, end, language }) };
    }
    case 'group': {
      const [title = null, ...titles] = mail.titles.map(plainly);
      const groupWords = MAIL_GROUP_WORDS[language];
      const said = groupWords.said(plainly(mail.from), plainly(mail.name), mail.titles.length + mail.more);
      const more = mail.more === 0 ? null : groupWords.more(mail.more);
      return {
        ...facts,
        usefulMinutes: null,
        ...dressLetter({ said, title, titles, more, link: mail.link, end, language }),
      };
    }
    case 'sharing': {
      const from = plainly(mail.from);
      const quotes = mail.message === '' ? [] : [{ from, text: plainly(mail.message) }];
      const said = words.sharing[mail.about](from);
      const [title, link] = [plainly(mail.title), mail.link];
      return { ...facts, usefulMinutes: null, ...dressLetter({ said, title, link, quotes, end, language }) };
    }
    case 'mention': {
      const quotes = mail.comments.map(({ from, text }) => ({ from: plainly(from), text: plainly(text) }));
      const said = words.mention(quotes[0]?.from ?? '', quotes.length, mail.where);
      const [title, link] = [plainly(mail.title), mail.link];
      return { ...facts, usefulMinutes: null, ...dressLetter({ said, title, link, quotes, end, language }) };
    }
    case 'changes':
      return aboutChanges(mail, language);
    default:
      return unreachable(mail);
  }
}

function aboutChanges(mail: Extract<Mail, { readonly kind: 'changes' }>, language: MailLanguage): Letter {
  const words = MAIL_CHANGE_WORDS[language];
  const shares = mail.shares.map((share) => {
    return { ...share, from: plainly(share.from), below: share.below === null ? null : plainly(share.below) };
  });
  const dressed = dressLetter({
    ...saidOfChanges({ ...mail, shares }, language),
    title: mail.title === '' ? null : plainly(mail.title),
    link: mail.link,
    picture: mail.picture === null ? null : { alt: words.picture },
    end: { link: mail.noMore, noMore: words.noMore, noMoreLabel: words.noMoreLabel },
    language,
  });
  const { to, noMore, picture } = mail;
  return { to, topic: 'watched', noMore, picture, usefulMinutes: CHANGES_USEFUL_MINUTES, ...dressed };
}

/** What turns the direction of words about it could make the sentence around somebody's name say something else. */
function plainly(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
