import type { PersonId } from '@bough/base';
import type { NamedVersion } from '@bough/contracts';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { language } from '../../words/index.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sayWhen } from '../../words/when.ts';
import type { Past } from './use-past.ts';
import type { Versions } from './use-versions.ts';

const LONGEST_NAME = 200;

interface VersionListProps {
  readonly past: Past;
  readonly mayName: boolean;
  readonly nameOf: (author: PersonId) => string;
}

/** The moments that somebody gave a name, the last first. */
export function VersionList({ past, mayName, nameOf }: VersionListProps) {
  const said = pastWords();
  const { versions, seq } = past;
  const { list } = versions;
  if (list.length === 0 && !mayName) return null;
  return (
    <section className="history-versions" aria-label={said.versions}>
      <h2>{said.versions}</h2>
      <ol>
        {list.toReversed().map((version) => (
          <VersionRow
            key={version.id}
            isShown={past.isAt(version.seq)}
            {...{ version, versions, mayName, nameOf }}
            onChoose={past.setSeq}
          />
        ))}
      </ol>
      {mayName && seq !== null ? (
        <NameForm label={said.nameThis} button={said.name} onName={(name) => versions.name(seq, name)} />
      ) : null}
    </section>
  );
}

interface VersionRowProps extends Omit<VersionListProps, 'past'> {
  readonly versions: Versions;
  readonly onChoose: (seq: number) => void;
  readonly version: NamedVersion;
  readonly isShown: boolean;
}

function VersionRow({ version, versions, isShown, mayName, nameOf, onChoose }: VersionRowProps) {
  const said = pastWords();
  const [isRenamed, setRenamed] = useState(false);
  const { name, seq, by, at } = version;
  if (isRenamed) {
    const rename = async (words: string) => {
      const isDone = words === name || (await versions.rename(version, words));
      if (isDone) setRenamed(false);
      return isDone;
    };
    return (
      <li>
        <NameForm label={said.newName} button={said.name} value={name} onName={rename} />
      </li>
    );
  }
  return (
    <li className="history-version">
      <button
        type="button"
        className="history-sitting"
        aria-current={isShown ? 'true' : undefined}
        onClick={() => onChoose(seq)}
      >
        <strong>{name}</strong>
        <span className="quiet">{said.namedBy(nameOf(by), sayWhen(at, Date.now(), language))}</span>
      </button>
      {mayName ? (
        <>
          <IconButton name={said.rename(name)} onPress={() => setRenamed(true)}>
            <Pencil size={16} strokeWidth={1.5} />
          </IconButton>
          <IconButton name={said.removeName(name)} onPress={() => void versions.remove(version)}>
            <Trash2 size={16} strokeWidth={1.5} />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly button: string;
  readonly value?: string;
  readonly onName: (name: string) => Promise<boolean>;
}

function NameForm({ label, button, value = '', onName }: NameFormProps) {
  const [name, setName] = useState(value);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await onName(name.trim()))) setName('');
  };
  return (
    <form className="history-name" onSubmit={(event) => void submit(event)}>
      <input
        className="field"
        aria-label={label}
        placeholder={label}
        maxLength={LONGEST_NAME}
        value={name}
        autoFocus={value !== ''}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="button outlined" disabled={name.trim() === ''}>
        {button}
      </button>
    </form>
  );
}
