import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTemplateView } from '../../../server/contract/operations';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import { LANGUAGE_NAMES } from '../../languages';
import { useLanguage } from '../../platform/preferences';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { SelectField } from '../parts/select-field';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

type Draft = Omit<HelpTemplateView, 'id'> & { id?: string };

/** Ready answers: chosen to be changed, removed, or a new one. */
export function HelpTemplates() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<HelpTemplateView[]>('help-templates');
  const [chosen, setChosen] = useState<HelpTemplateView | null>(null);
  return (
    <Panel title={t('help.templates')}>
      <Loaded query={query} rows={2}>
        {(templates) => (
          <ul className="desk-cards">
            {templates.map((template) => (
              <li key={template.id}>
                <article>
                  <h3>
                    {LANGUAGE_NAMES[template.language]}: {template.title}
                  </h3>
                  <p className="desk-note desk-line-text">{template.text}</p>
                  <div className="desk-actions">
                    <Button size="sm" variant="default" onClick={() => setChosen(template)}>
                      {t('coin.change')}
                      <span className="desk-hidden">: {template.title}</span>
                    </Button>
                    <Remove template={template} />
                  </div>
                </article>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Editor key={chosen?.id ?? ''} template={chosen} onDone={() => setChosen(null)} />
    </Panel>
  );
}

function Remove({ template: { id, title } }: { template: HelpTemplateView }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const remove = async () => {
    await deskPost(`help-templates/${id}/remove`);
    refreshDesk('help-templates');
  };
  return (
    <>
      <Button size="sm" variant="default" loading={busy} onClick={() => run(remove)}>
        {t('help.remove')}
        <span className="desk-hidden">: {title}</span>
      </Button>
      <Problem text={problem} />
    </>
  );
}

function Editor({ template, onDone }: { template: HelpTemplateView | null; onDone: () => void }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { busy, problem, run } = useAct();
  const [draft, setDraft] = useState<Draft>(template ?? { language, title: '', text: '' });
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const save = async () => {
    await deskPost('help-templates', draft);
    toast(t('help.saved'));
    setDraft({ language, title: '', text: '' });
    refreshDesk('help-templates');
    onDone();
  };
  return (
    <div className="desk-form">
      <SelectField
        label={t('help.language')}
        value={draft.language}
        onChange={(value) => set({ language: value as Language })}
        choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <TextField
        label={t('help.title')}
        value={draft.title}
        maxLength={80}
        autoComplete="off"
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <AreaField
        label={t('help.text')}
        help={t('help.never')}
        value={draft.text}
        maxLength={2000}
        rows={4}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button
          size="sm"
          loading={busy}
          disabled={draft.title.trim() === '' || draft.text.trim() === ''}
          onClick={() => run(save)}
        >
          {t('help.save')}
        </Button>
      </div>
    </div>
  );
}
