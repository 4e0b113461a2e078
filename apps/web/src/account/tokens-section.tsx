import { gatewayRoutes, type PersonalToken, type TokenScope } from '@bough/contracts';
import { type FormEvent, useCallback, useState } from 'react';
import { call } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';
import { Address } from '../sharing/address.tsx';
import { endOf, type Lasting, LastingField } from '../sharing/lasting-field.tsx';
import { Check } from '../shell/check.tsx';
import { FactRow } from '../shell/fact-row.tsx';
import { PageSection } from '../shell/page-frame.tsx';
import { TextField } from '../shell/text-field.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { tokenWords } from '../words/rare-account-words.ts';
import { sayDay, sayWhen } from '../words/when.ts';

const SCOPES: readonly TokenScope[] = ['maps:read', 'maps:write', 'sharing'];

/** Tokens for a person's own programs: made, seen once, revoked. */
export function TokensSection() {
  const ask = useCallback((signal: AbortSignal) => call(gatewayRoutes.listTokens, {}, undefined, { signal }), []);
  const [loaded, again, set] = useLoaded(ask);
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
        <TokenForm onMade={made} onCancel={() => setState('shown')} />
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
    ...(expiresAt === null ? [] : [tokenWords().until(sayDay(expiresAt, language))]),
  ];
  return (
    <FactRow
      className="row"
      facts={facts.join(', ')}
      act={tokenWords().remove}
      actAloud={tokenWords().removeIt(name)}
      onAct={onRemove}
      {...{ name, isBusy }}
    />
  );
}

interface TokenFormProps {
  readonly onMade: (token: PersonalToken) => void;
  readonly onCancel: () => void;
}

function TokenForm({ onMade, onCancel }: TokenFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['maps:read']);
  const [lasting, setLasting] = useState<Lasting>('month');
  const { isBusy, trouble, run } = useTask();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), scopes, expiresAt: endOf(lasting, Date.now()) };
    const made = await run(() => callUnsafe(gatewayRoutes.makeToken, {}, body));
    if (made !== null) onMade(made.value);
  };
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
      <LastingField label={tokenWords().lasts} lasting={lasting} onLasting={setLasting} />
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <div className="form-ways">
        <button type="submit" className="button primary" disabled={isBusy || scopes.length === 0 || name.trim() === ''}>
          {tokenWords().make}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}
