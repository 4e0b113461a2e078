import { route, routeTable } from '../../define.ts';
import { line } from '../../line.ts';
import { flag, list, object, text } from '../../parser.ts';
import { session } from './account-types.ts';
import { givenProof } from './person-types.ts';
import { typedCode } from './sign-in-types.ts';

const codes = list(line(64, 1), 100);

/** The second step of signing in: codes of an authenticator app, and recovery codes. */
export const secondStepRoutes = routeTable({
  /** Shows the second step to whoever has shown the first in this browser, within ten minutes: the answer is their session. */
  showSecondStep: route('gateway', 'anybody', 'POST /api/session/second-step', {
    body: object({ code: typedCode }),
    answer: session,
  }),
  /** A new secret for an app; the answer alone ever shows it. Nothing is asked of anybody until a code of it was shown. Needs a proof. */
  beginSecondStep: route('gateway', 'person', 'POST /api/account/second-step', {
    body: givenProof,
    answer: object({ secret: line(64, 1), address: text({ min: 1, max: 2_000 }) }),
    deadlineMs: 30_000,
  }),
  /** Turns it on by a code of that app, in a session that was proved. The answer alone ever shows the recovery codes. */
  turnOnSecondStep: route('gateway', 'person', 'POST /api/account/second-step/on', {
    body: object({ code: typedCode }),
    answer: object({ codes, session }),
  }),
  /** Turns it off. Needs a proof in both steps. */
  turnOffSecondStep: route('gateway', 'person', 'POST /api/account/second-step/off', {
    body: givenProof,
    deadlineMs: 30_000,
  }),
  /** New recovery codes; those from before are worth nothing. Needs a proof in both steps. */
  renewRecoveryCodes: route('gateway', 'person', 'POST /api/account/second-step/codes', {
    body: givenProof,
    answer: object({ codes }),
    deadlineMs: 30_000,
  }),
  /**
   * "This was not me", pressed in the mail about a new browser: ends every session and token of the account, and takes its password away.
   * `isMailed`: a link for a new password is on its way to the address, for this browser, whose session the answer says.
   */
  wasNotMe: route('gateway', 'anybody', 'POST /api/session/not-me', {
    body: object({ secret: text({ min: 1, max: 200 }) }),
    answer: object({ isMailed: flag, session }),
  }),
});
