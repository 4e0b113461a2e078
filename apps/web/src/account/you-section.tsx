import type { PersonFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { showToast } from '../shell/messages/toast.tsx';
import { TextField } from '../shell/controls/text-field.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { words } from '../words/index.ts';
import { HueRow } from './hue-row.tsx';

interface YouSectionProps {
  readonly person: PersonFacts;
  readonly onPerson: (person: PersonFacts) => Promise<void>;
}

/** The name and the colour by which others know a person. */
export function YouSection({ person, onPerson }: YouSectionProps) {
  const [name, setName] = useState(person.name);
  const [hue, setHue] = useState(person.hue);
  const { isBusy, trouble, run } = useTask();
  const isChanged = name.trim() !== person.name || hue !== person.hue;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(() => callUnsafe(gatewayRoutes.changeAccount, {}, { name: name.trim(), hue }));
    if (done === null) return;
    await onPerson(done.value);
    showToast({ text: accountPageWords().saved });
  };
  return (
    <PageSection title={accountPageWords().you}>
      <form className="form" onSubmit={(event) => void save(event)}>
        <TextField
          label={accountPageWords().name}
          hint={accountPageWords().nameHint}
          autoComplete="name"
          maxLength={80}
          value={name}
          onChange={setName}
        />
        <HueRow hue={hue} onHue={setHue} />
        {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
        <button type="submit" className="button primary" disabled={isBusy || !isChanged || name.trim() === ''}>
          {accountPageWords().save}
        </button>
      </form>
    </PageSection>
  );
}
