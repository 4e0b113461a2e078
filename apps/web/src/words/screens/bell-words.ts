import type { BellKind } from '@bough/contracts';
import { said } from './said.ts';

type Told = Readonly<Record<BellKind, (who: string, map: string) => string>>;

const told: Told = {
  mention: (who, map) => `${who} mentioned you in “${map}”`,
  answer: (who, map) => `${who} answered in your thread in “${map}”`,
  restored: (who, map) => `${who} restored an earlier version of “${map}”`,
  group: (who, map) => `${who} shared “${map}” with a group that you are in`,
  invitation: (who, map) => `${who} invites you to “${map}”`,
  ask: (who, map) => `${who} asks for access to “${map}”`,
  offer: (who, map) => `${who} asks you to become the owner of “${map}”`,
};

/** What the bell says: who did what, and where. */
export const bellWords = said(
  {
    title: 'Notifications',
    bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
    unread: 'unread',
    readAll: 'Mark all as read',
    asking: (count: number) => (count === 1 ? 'One person asks for access' : `${count} people ask for access`),
    empty: 'Nothing yet. Mentions, answers, invitations and requests appear here for 90 days.',
    away: 'The server cannot be reached. New notifications appear when it can.',
    somebody: 'Somebody',
    told,
    /** Only an item, or a branch, was brought back. */
    restoredPart: (who: string, map: string) => `${who} restored an earlier version of a part of “${map}”`,
  },
  {
    title: 'Mitteilungen',
    bell: (unread) => (unread === 0 ? 'Mitteilungen' : `Mitteilungen, ${unread} ungelesen`),
    unread: 'ungelesen',
    readAll: 'Alle als gelesen markieren',
    asking: (count) => (count === 1 ? 'Eine Person bittet um Zugriff' : `${count} Personen bitten um Zugriff`),
    empty: 'Noch nichts. Erwähnungen, Antworten, Einladungen und Anfragen stehen hier 90 Tage lang.',
    away: 'Der Server ist nicht erreichbar. Neue Mitteilungen erscheinen, sobald er es ist.',
    somebody: 'Jemand',
    told: {
      mention: (who, map) => `${who} hat dich in „${map}“ erwähnt`,
      answer: (who, map) => `${who} hat in „${map}“ in einem Thread von dir geantwortet`,
      restored: (who, map) => `${who} hat eine frühere Version von „${map}“ wiederhergestellt`,
      group: (who, map) => `${who} hat „${map}“ mit einer Gruppe geteilt, in der du bist`,
      invitation: (who, map) => `${who} lädt dich zu „${map}“ ein`,
      ask: (who, map) => `${who} bittet um Zugriff auf „${map}“`,
      offer: (who, map) => `${who} möchte, dass „${map}“ dir gehört`,
    },
    restoredPart: (who, map) => `${who} hat eine frühere Version eines Teils von „${map}“ wiederhergestellt`,
  },
);
