import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import { INCIDENT_TEXT_MAX, INCIDENT_TITLE_MAX } from '../../../server/contract/rules/service-status.rules';
import { LANGUAGE_NAMES } from '../../languages';
import { Tabs } from '../../ui/tabs';
import { TextField } from '../../ui/text-field';
import { AreaField } from '../parts/area-field';
import { NO_TEXT, type Text, type Texts, written } from './written-texts';

interface Props {
  id: string;
  hasTitle: boolean;
  texts: Texts;
  onChange: (texts: Texts) => void;
}

/** What is said, in each language that somebody here can write. */
export function TextsFields({ id, hasTitle, texts, onChange }: Props) {
  const { t } = useTranslation('desk');
  const [language, setLanguage] = useState<Language>('en');
  const own = texts[language] ?? NO_TEXT;
  const change = (part: Partial<Text>) => onChange({ ...texts, [language]: { ...own, ...part } });
  const name = { language: LANGUAGE_NAMES[language] };
  const isWritten = new Set(written(texts).map((one) => one.language));
  return (
    <>
      <Tabs
        label={t('notice.language')}
        tabs={LANGUAGES.map((key) => ({ key, label: `${LANGUAGE_NAMES[key]}${isWritten.has(key) ? ' ✓' : ''}` }))}
        chosen={language}
        onChoose={setLanguage}
        controls={id}
        size="small"
        flush
      />
      <div id={id} role="tabpanel" className="desk-form" lang={language}>
        {hasTitle && (
          <TextField
            label={t('notice.titleField', name)}
            value={own.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            maxLength={INCIDENT_TITLE_MAX}
            autoComplete="off"
          />
        )}
        <AreaField
          label={t('notice.textField', name)}
          value={own.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          maxLength={INCIDENT_TEXT_MAX}
          rows={4}
        />
      </div>
    </>
  );
}
