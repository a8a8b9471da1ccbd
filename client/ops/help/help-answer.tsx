import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpCaseView, HelpTemplateView } from '../../../server/contract/operations';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { SelectField } from '../parts/select-field';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

const LENGTH_MAX = 2000;

/** What the agent writes, from a ready answer perhaps; those in the user's language come first. */
export function HelpAnswer({ chat: { id, language }, onTyped }: { chat: HelpCaseView; onTyped: () => void }) {
  const { t } = useTranslation('desk');
  const [text, setText] = useState('');
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<string>();
  const templates = useDeskQuery<HelpTemplateView[]>('help-templates').data ?? [];
  const rank = (template: HelpTemplateView) => (template.language === language ? 0 : 1);
  const choices = [...templates]
    .sort((one, other) => rank(one) - rank(other))
    .map((template) => ({ value: template.id, label: `${template.language}: ${template.title}` }));
  const send = async () => {
    const content = text.trim();
    await once.run({
      intent: content,
      content,
      send: (line, key) => deskPost(`help/${id}/line`, { text: line }, key),
    });
    setText('');
    refreshDesk(`help/${id}`);
  };
  return (
    <div className="desk-form">
      {choices.length > 0 && (
        <SelectField
          label={t('help.template')}
          value=""
          onChange={(chosen) => setText(templates.find((template) => template.id === chosen)?.text ?? text)}
          choices={[{ value: '', label: t('help.choose') }, ...choices]}
        />
      )}
      <AreaField
        label={t('help.answer')}
        help={t('help.never')}
        value={text}
        maxLength={LENGTH_MAX}
        rows={4}
        lang={language}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onTyped();
        }}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={text.trim() === ''} onClick={() => run(send)}>
          {t('help.send')}
        </Button>
      </div>
    </div>
  );
}
