import { route } from '../define.ts';
import { outboxAnswer, outboxQuery } from '../mailer-routes.ts';
import { nothing } from '../route.ts';

const MIB = 1024 * 1024;

/** Mail that is kept instead of sent. */
export const outboxRoutes = {
  /** The mails that would have been sent, newest first; absent unless mail is kept in the outbox. */
  outbox: route('gateway', 'anybody', 'GET /api/outbox', {
    name: 'outbox',
    params: outboxQuery,
    body: nothing,
    answer: outboxAnswer,
    answerLimit: 16 * MIB,
  }),
} as const;
