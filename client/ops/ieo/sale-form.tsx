import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import type { IeoCoinView, ProposedView } from '../../../server/contract/operations';
import { IEO_DATES } from '../../../server/contract/rules/ieo.rules';
import { LANGUAGE_NAMES } from '../../languages';
import { useLanguage } from '../../platform/preferences';
import { serverNow } from '../../platform/server-clock';
import { AmountInput } from '../../ui/amount-input';
import { Tabs } from '../../ui/tabs';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Moment } from '../parts/moment-field';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import {
  AMOUNTS,
  COUNTS,
  newSale,
  NO_TEXT,
  requestOf,
  type SaleDraft,
  type SaleText,
  type Term,
  TERMS,
} from './sale-draft';

const LONGEST: Partial<Record<Term, number>> = {
  code: 40,
  name: 80,
  issuer: 120,
  coinCode: 12,
  coinName: 60,
  price: 40,
};
const DIGITS = 13;

/** What the fields are called; a coin's are the same wherever one is proposed. */
const TERM_WORDS = {
  code: 'sale.code',
  name: 'sale.name',
  issuer: 'sale.issuer',
  coinCode: 'subscription.coinCode',
  coinName: 'subscription.coinName',
  coinScale: 'subscription.coinScale',
  coinSupply: 'sale.coinSupply',
  supply: 'sale.supply',
  least: 'sale.least',
  most: 'sale.most',
  cap: 'sale.cap',
  price: 'sale.price',
  releaseParts: 'sale.releaseParts',
  releaseDays: 'sale.releaseDays',
} as const satisfies Record<Term, string>;

/** Proposes a sale with all its terms. What was typed stays when it is refused. */
export function SaleForm() {
  const { t } = useTranslation('desk');
  const navigate = useNavigate();
  const [draft, setDraft] = useState<SaleDraft>(() => newSale(serverNow()));
  const change = (part: Partial<SaleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const content = requestOf(draft, useLanguage());
  const send = async (reason: string, key: string) => {
    await deskPost<ProposedView>('ieo', { ...content, reason }, key);
    toast(t('sale.proposed'));
    refreshDesk('proposals', 'queues', 'ieo');
    void navigate('/ops/proposals');
  };
  const isEmpty = content.texts.length === 0 || Object.values(draft.terms).some((value) => value.trim() === '');
  return (
    <ReasonForm action={t('sale.propose')} send={send} content={JSON.stringify(content)} disabled={isEmpty}>
      <Terms draft={draft} onChange={change} />
      <Coins draft={draft} onChange={change} />
      {IEO_DATES.map((name) => (
        <Moment
          key={name}
          label={t(`sale.${name}`)}
          at={draft.dates[name]}
          onChange={(at) => change({ dates: { ...draft.dates, [name]: at ?? draft.dates[name] } })}
        />
      ))}
      <Texts draft={draft} onChange={change} />
    </ReasonForm>
  );
}

interface Props {
  draft: SaleDraft;
  onChange: (part: Partial<SaleDraft>) => void;
}

function Terms({ draft, onChange }: Props) {
  const { t } = useTranslation('desk');
  return (
    <>
      {[...TERMS, ...COUNTS].map((name) => {
        const write = (typed: string) => onChange({ terms: { ...draft.terms, [name]: typed } });
        const own = {
          className: 'desk-field',
          label: t(TERM_WORDS[name]),
          maxLength: LONGEST[name] ?? DIGITS,
          value: draft.terms[name],
        };
        if (AMOUNTS.some((amount) => amount === name)) return <AmountInput key={name} {...own} onChange={write} />;
        return (
          <TextField
            key={name}
            {...own}
            inputMode={COUNTS.some((count) => count === name) ? 'numeric' : 'text'}
            autoComplete="off"
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
        );
      })}
    </>
  );
}

function Coins({ draft, onChange }: Props) {
  const { t } = useTranslation('desk');
  const { data = [] } = useDeskQuery<IeoCoinView[]>('ieo/coins');
  const choices = [{ value: '', label: '–' }, ...data.map(({ id, code }) => ({ value: String(id), label: code }))];
  return (
    <SelectField
      label={t('sale.payCurrencyId')}
      value={draft.payCurrencyId}
      onChange={(payCurrencyId) => onChange({ payCurrencyId })}
      choices={choices}
    />
  );
}

const PANEL = 'sale-text';

function Texts({ draft, onChange }: Props) {
  const { t } = useTranslation('desk');
  const [language, setLanguage] = useState<Language>('en');
  const text = draft.texts[language] ?? NO_TEXT;
  const write = (part: Partial<SaleText>) => onChange({ texts: { ...draft.texts, [language]: { ...text, ...part } } });
  return (
    <>
      <Tabs
        label={t('sale.texts')}
        tabs={LANGUAGES.map((key) => ({ key, label: LANGUAGE_NAMES[key] }))}
        chosen={language}
        onChoose={setLanguage}
        controls={PANEL}
        size="small"
      />
      <div id={PANEL} role="tabpanel" aria-label={LANGUAGE_NAMES[language]}>
        <TextField
          label={t('sale.summary')}
          value={text.summary}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => write({ summary: currentTarget.value })}
        />
        <AreaField
          label={t('sale.description')}
          value={text.description}
          maxLength={4000}
          onChange={({ currentTarget }) => write({ description: currentTarget.value })}
        />
      </div>
    </>
  );
}
