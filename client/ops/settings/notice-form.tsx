import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import type { NoticeTextRequest, ProposedView } from '../../../server/contract/operations';
import { LANGUAGE_NAMES } from '../../languages';
import { useDraft } from '../../platform/draft';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { ConfirmSheet } from '../../ui/confirm-sheet';
import { Tabs } from '../../ui/tabs';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';

interface Text {
  title: string;
  text: string;
}

export type NoticeTexts = Partial<Record<Language, Text>>;

const isEmpty = ({ title, text }: Text) => title.trim() === '' && text.trim() === '';
const isHalf = ({ title, text }: Text) => (title.trim() === '') !== (text.trim() === '');

/** What would be proposed: the languages that are written, in the order of the product. */
export function writtenTexts(texts: NoticeTexts): NoticeTextRequest[] {
  return LANGUAGES.flatMap((language) => {
    const own = texts[language];
    return own && !isEmpty(own) ? [{ language, title: own.title.trim(), text: own.text.trim() }] : [];
  });
}

/** The language whose title or text is missing; null when none is. */
export function halfWritten(texts: NoticeTexts): Language | null {
  return LANGUAGES.find((language) => isHalf(texts[language] ?? { title: '', text: '' })) ?? null;
}

function draftTexts(storedDraft: unknown): NoticeTexts {
  if (typeof storedDraft !== 'object' || storedDraft === null) return {};
  const entries = Object.entries(storedDraft as Record<string, Partial<Text> | null>);
  const whole = entries.filter(([, own]) => typeof own?.title === 'string' && typeof own.text === 'string');
  return Object.fromEntries(whole) as NoticeTexts;
}

/** A notice in up to seven languages, for another operator to agree to. What is typed outlives a reload; it is gone when it is proposed. */
export function NoticeForm() {
  const { t } = useTranslation('desk');
  const draft = useDraft('desk-notice');
  const [texts, setTexts] = useState<NoticeTexts>(() => draftTexts(draft.read()));
  const [language, setLanguage] = useState<Language>('en');
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<NoticeTextRequest[]>();
  const own = texts[language] ?? { title: '', text: '' };
  const change = (part: Partial<Text>) => {
    const next = { ...texts, [language]: { ...own, ...part } };
    setTexts(next);
    draft.save(next);
  };
  const written = writtenTexts(texts);
  const half = halfWritten(texts);
  const ask = () => {
    setTried(true);
    if (half !== null) setLanguage(half);
    else if (written.length > 0) setAsking(true);
  };
  const propose = async () => {
    const send = (content: NoticeTextRequest[], key: string) =>
      deskPost<ProposedView>('notices', { texts: content }, key).finally(() => setAsking(false));
    await once.run({ intent: JSON.stringify(written), content: written, send });
    toast(t('proposal.proposed'));
    draft.drop();
    setTexts({});
    setTried(false);
    refreshDesk('proposals', 'queues');
  };
  return (
    <div className="desk-form">
      <p className="desk-note">{t('notice.text')}</p>
      <Tabs
        label={t('notice.language')}
        tabs={LANGUAGES.map((code) => ({ key: code, label: tabName(code, texts) }))}
        chosen={language}
        onChoose={setLanguage}
        controls="desk-notice"
        size="small"
        flush
      />
      <Fields language={language} text={own} isHalf={tried && isHalf(own)} onChange={change} />
      <Problem text={tried && written.length === 0 ? t('notice.oneAtLeast') : problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={ask}>
          {t('proposal.propose')}
        </Button>
      </div>
      <ConfirmSheet
        opened={asking}
        title={t('notice.ask')}
        text={t('notice.askText', { languages: written.map((one) => LANGUAGE_NAMES[one.language]).join(', ') })}
        action={t('proposal.propose')}
        busy={busy}
        onConfirm={() => run(propose)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

interface FieldsProps {
  language: Language;
  text: Text;
  /** One of the two is missing. */
  isHalf: boolean;
  onChange: (part: Partial<Text>) => void;
}

function Fields({ language, text, isHalf: half, onChange }: FieldsProps) {
  const { t } = useTranslation('desk');
  const name = { language: LANGUAGE_NAMES[language] };
  const missing = (part: string) => (half && part.trim() === '' ? t('notice.both') : null);
  return (
    <div id="desk-notice" role="tabpanel" className="desk-form" lang={language}>
      <TextField
        label={t('notice.titleField', name)}
        value={text.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        error={missing(text.title)}
        maxLength={120}
        autoComplete="off"
      />
      <AreaField
        label={t('notice.textField', name)}
        value={text.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        error={missing(text.text)}
        maxLength={4000}
        rows={6}
      />
    </div>
  );
}

function tabName(language: Language, texts: NoticeTexts): string {
  const own = texts[language];
  return `${LANGUAGE_NAMES[language]}${own && !isEmpty(own) ? ' ✓' : ''}`;
}
