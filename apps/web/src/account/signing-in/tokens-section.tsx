import type { AccountFacts, PersonalToken, TokenScope } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { Address } from '../../sharing/address.tsx';
import { Check } from '../../shell/controls/check.tsx';
import { FactRow } from '../../shell/controls/fact-row.tsx';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { PageSection } from '../../shell/page-frame.tsx';
import { Select } from '../../shell/controls/select.tsx';
import { TextField } from '../../shell/controls/text-field.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useAnswer } from '../../shell/use-loaded.ts';
import { useTask } from '../../shell/use-task.ts';
import { language, words } from '../../words/index.ts';
import { tokenWords } from '../../words/screens/rare-account-words.ts';
import { sayDay, sayWhen } from '../../words/when.ts';
import { isUnproved, useProof } from './proof.tsx';

const SCOPES: readonly TokenScope[] = ['maps:read', 'maps:write', 'sharing'];

const DAY_MS = 24 * 60 * 60_000;
type Life = 'month' | 'season' | 'year' | 'never';
const LIVES: readonly Life[] = ['month', 'season', 'year', 'never'];
const LENGTHS: Readonly<Record<Life, number | null>> = {
  month: 30 * DAY_MS,
  season: 90 * DAY_MS,
  year: 365 * DAY_MS,
  never: null,
};

interface TokensSectionProps {
  readonly account: AccountFacts;
  readonly onChanged: () => void;
}

/** Tokens for a person's own programs: made, seen once, revoked. */
export function TokensSection({ account, onChanged }: TokensSectionProps) {
  const [loaded, again, set] = useAnswer(gatewayRoutes.listTokens, {});
  const [state, setState] = useState<'shown' | 'making' | { readonly secret: string }>('shown');
  const { isBusy, trouble, run } = useTask();
  const tokens = loaded.kind === 'there' ? loaded.value.tokens : [];
  const made = (token: PersonalToken) => {
    set({ tokens: [{ ...token, secret: null }, ...tokens] });
    setState({ secret: token.secret ?? '' });
  };
  const remove = async (token: PersonalToken) => {
    const gone = await run(() => callUnsafe(gatewayRoutes.removeToken, { token: token.id }, undefined));
    if (gone !== null) set({ tokens: tokens.filter((each) => each.id !== token.id) });
  };
  return (
    <PageSection title={tokenWords().title}>
      <p>{tokenWords().text}</p>
      {loaded.kind === 'failed' ? <TroubleNote trouble={loaded.trouble} onRetry={again} /> : null}
      {tokens.length === 0 ? null : (
        <ul className="rows">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} isBusy={isBusy} onRemove={() => void remove(token)} />
          ))}
        </ul>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      {typeof state === 'object' ? (
        <div className="form">
          <Address label={tokenWords().token} address={state.secret} />
          <p className="hint">{tokenWords().once}</p>
        </div>
      ) : null}
      {state === 'making' ? (
        <TokenForm account={account} onMade={made} onStale={onChanged} onCancel={() => setState('shown')} />
      ) : (
        <button type="button" className="button outlined" onClick={() => setState('making')}>
          {tokenWords().begin}
        </button>
      )}
    </PageSection>
  );
}

interface TokenRowProps {
  readonly token: PersonalToken;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function TokenRow({ token, isBusy, onRemove }: TokenRowProps) {
  const { name, scopes, usedAt, expiresAt } = token;
  const facts = [
    ...scopes.map((scope) => tokenWords().scope[scope]),
    tokenWords().used(usedAt === null ? null : sayWhen(usedAt, Date.now(), language)),
    expiresAt === null ? tokenWords().endless : tokenWords().until(sayDay(expiresAt, language)),
  ];
  return (
    <FactRow
      facts={facts.join(', ')}
      act={tokenWords().remove}
      actAloud={tokenWords().removeIt(name)}
      onAct={onRemove}
      {...{ name, isBusy }}
    />
  );
}

interface TokenFormProps {
  readonly account: AccountFacts;
  readonly onMade: (token: PersonalToken) => void;
  /** The session is not fresh any more: the account is to be asked for again. */
  readonly onStale: () => void;
  readonly onCancel: () => void;
}

function TokenForm({ account, onMade, onStale, onCancel }: TokenFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['maps:read']);
  const [life, setLife] = useState<Life>('season');
  const { proof, isHeld, fields } = useProof(account);
  const { isBusy, trouble, run } = useTask();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const length = LENGTHS[life];
    const expiresAt = length === null ? null : Date.now() + length;
    const body = { name: name.trim(), scopes, expiresAt, proof };
    const made = await run(async () => {
      const answer = await callUnsafe(gatewayRoutes.makeToken, {}, body);
      if (!answer.ok && isUnproved(answer.error)) onStale();
      return answer;
    });
    if (made !== null) onMade(made.value);
  };
  const isIncomplete = scopes.length === 0 || name.trim() === '';
  const turn = (scope: TokenScope, isOn: boolean) =>
    setScopes(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))));
  return (
    <form className="form" onSubmit={(event) => void make(event)}>
      <TextField
        label={tokenWords().name}
        hint={tokenWords().nameHint}
        isFirst
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <fieldset className="plain-set">
        <legend className="hint">{tokenWords().may}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            text={tokenWords().scope[scope]}
            isOn={scopes.includes(scope)}
            onTurn={(isOn) => turn(scope, isOn)}
          />
        ))}
      </fieldset>
      <LifeField life={life} onLife={setLife} />
      {fields}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <FormWays act={tokenWords().make} isHeld={isBusy || isHeld || isIncomplete} onOther={onCancel} />
    </form>
  );
}

interface LifeFieldProps {
  readonly life: Life;
  readonly onLife: (life: Life) => void;
}

/** How long the token works. That it never ends has to be chosen, beside what that means. */
function LifeField({ life, onLife }: LifeFieldProps) {
  return (
    <>
      <label className="option">
        {tokenWords().lasts}
        <Select className="role" options={LIVES} names={tokenWords().lasting} value={life} onChange={onLife} />
      </label>
      {life === 'never' ? <p className="hint">{tokenWords().neverHint}</p> : null}
    </>
  );
}
