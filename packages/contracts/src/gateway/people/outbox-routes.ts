import { route, routeTable } from '../../define.ts';
import { outboxAnswer, outboxQuery } from '../../mailer/mailer-routes.ts';

const MIB = 1024 * 1024;

/** Mail that is kept instead of sent. */
export const outboxRoutes = routeTable({
  /** The mails that would have been sent, newest first; absent unless mail is kept in the outbox. */
  outbox: route('gateway', 'anybody', 'GET /api/outbox', {
    params: outboxQuery,
    answer: outboxAnswer,
    answerLimit: 16 * MIB,
  }),
});
