import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import { NEWS_CATEGORIES, newsCategory, NOTICES } from '../../../server/contract/rules/news.rules';
import { ArticleBody } from '../../ui/article-body';
import { LANGUAGE_NAMES } from '../../languages';
import { Tabs } from '../../ui/tabs';
import { TextField } from '../../ui/text-field';
import { TickBox } from '../../ui/tick-box';
import { Moment } from '../parts/moment-field';
import { SelectField } from '../parts/select-field';
import { type ArticleDraft, NO_TEXT, type Text } from './article-draft';
import { useCategoryWord } from './category-word';
import { CoverField, PictureField } from './picture-field';
import { RichText } from './rich-text';

interface Props {
  draft: ArticleDraft;
  onChange: (part: Partial<ArticleDraft>) => void;
}

/** Where and when an article stands. */
export function ArticlePlace({ draft, onChange }: Props) {
  const { t } = useTranslation('desk');
  const word = useCategoryWord();
  return (
    <>
      <SelectField
        label={t('news.category')}
        value={String(draft.category)}
        onChange={(value) => onChange({ category: newsCategory(Number(value)) ?? NOTICES })}
        choices={NEWS_CATEGORIES.map((category) => ({ value: String(category), label: word(category) }))}
      />
      <TextField
        className="desk-field"
        label={t('news.rank')}
        inputMode="numeric"
        maxLength={4}
        value={draft.rank}
        onChange={({ currentTarget }) => onChange({ rank: currentTarget.value.replaceAll(/\D/g, '') })}
      />
      <Moment
        label={t('news.publishAt')}
        at={draft.publishAt}
        onChange={(at) => onChange({ publishAt: at ?? draft.publishAt })}
      />
      <Moment label={t('news.expiresAt')} at={draft.expiresAt} onChange={(expiresAt) => onChange({ expiresAt })} />
      <TickBox label={t('news.required')} checked={draft.required} onChange={(required) => onChange({ required })} />
      <TickBox
        label={t('news.announced')}
        checked={draft.announced}
        onChange={(announced) => onChange({ announced })}
      />
      <CoverField cover={draft.cover} onChange={(cover) => onChange({ cover })} />
    </>
  );
}

/** The texts of an article, a language at a time, and what readers will see of the one that is open. */
export function ArticleTexts({ draft, onChange }: Props) {
  const { t } = useTranslation('desk');
  const [language, setLanguage] = useState<Language>('en');
  const own = draft.texts[language] ?? NO_TEXT;
  const name = { language: LANGUAGE_NAMES[language] };
  const set = (part: Partial<Text>) => onChange({ texts: { ...draft.texts, [language]: { ...own, ...part } } });
  return (
    <>
      <Tabs
        label={t('notice.language')}
        tabs={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key] + (draft.texts[key]?.title ? ' ✓' : '') }))}
        chosen={language}
        onChoose={setLanguage}
        controls="desk-article"
        size="small"
        flush
      />
      <div id="desk-article" role="tabpanel" className="desk-form" lang={language}>
        <TextField
          label={t('notice.titleField', name)}
          value={own.title}
          maxLength={160}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <TextField
          label={t('news.abstract', name)}
          value={own.abstract}
          maxLength={500}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ abstract: currentTarget.value })}
        />
        <RichText
          label={t('news.content', name)}
          value={own.content}
          maxLength={10_000}
          onChange={(content) => set({ content })}
        />
        <PictureField
          label={t('news.picture')}
          onAdded={({ address }) => set({ content: `${own.content}\n<p><img src="${address}" alt="" /></p>` })}
        />
        <p className="desk-note">{t('news.preview')}</p>
        <ArticleBody markup={own.content} language={language} />
      </div>
    </>
  );
}
