import { PageSection } from '../shell/page-frame.tsx';
import { Segments } from '../shell/controls/segments.tsx';
import { chooseTheme, useTheme } from '../shell/theme.ts';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { chooseLanguage, useLanguage, words } from '../words/index.ts';
import { LANGUAGES, type LanguageChoice } from '../words/language.ts';

/** Theme and language, kept on this device. */
export function LookSection() {
  const { choice } = useTheme();
  const languages: readonly (readonly [LanguageChoice, string])[] = [
    ['device', accountPageWords().languageDevice],
    ['en', LANGUAGES.en],
    ['de', LANGUAGES.de],
  ];
  return (
    <PageSection title={accountPageWords().look}>
      <div className="labelled">
        <span className="hint">{words.theme.name}</span>
        <Segments
          label={words.theme.name}
          options={[
            ['device', words.theme.device],
            ['light', words.theme.light],
            ['dark', words.theme.dark],
          ]}
          value={choice}
          onChange={chooseTheme}
        />
      </div>
      <div className="labelled">
        <span className="hint">{accountPageWords().language}</span>
        <Segments
          label={accountPageWords().language}
          options={languages}
          value={useLanguage()}
          onChange={(next) => void chooseLanguage(next)}
        />
      </div>
    </PageSection>
  );
}
