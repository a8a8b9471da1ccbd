import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../server/contract/errors';
import type { ProposedView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { serverNow } from '../../platform/server-clock';
import { LANGUAGE_NAMES } from '../../languages';
import { AmountInput } from '../../ui/amount-input';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { refreshDesk } from '../parts/use-desk-query';
import { AMOUNT_FIELDS, newOffer, type OfferDraft, requestOf, TEXT_FIELDS } from './offer-draft';

/** Everything that a new coin is sold by. Once two have agreed it never changes. */
export function OfferForm({ onProposed }: { onProposed: () => void }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const [draft, setDraft] = useState<OfferDraft>(() => newOffer(serverNow()));
  const change = (part: Partial<OfferDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = async (reason: string, key: string) => {
    await deskPost<ProposedView>('subscriptions', { ...requestOf(draft, language), reason }, key);
    toast(t('subscription.proposed'));
    refreshDesk('proposals', 'queues', 'subscriptions');
    onProposed();
  };
  return (
    <ReasonForm action={t('subscription.propose')} send={send} content={JSON.stringify(draft)}>
      {TEXT_FIELDS.map((name) => {
        const own = { label: t(`subscription.${name}`), value: draft[name], maxLength: 120 };
        return AMOUNT_FIELDS.includes(name) ? (
          <AmountInput key={name} {...own} onChange={(typed) => change({ [name]: typed })} />
        ) : (
          <TextField key={name} {...own} onChange={({ currentTarget }) => change({ [name]: currentTarget.value })} />
        );
      })}
      <SelectField
        label={t('subscription.yieldSource')}
        value={draft.yieldSource}
        onChange={(yieldSource) => change({ yieldSource })}
        choices={[
          { value: '', label: t('subscription.noSource') },
          { value: 'issuer', label: t('subscription.issuerPays') },
          { value: 'house', label: t('subscription.housePays') },
        ]}
      />
      <SelectField
        label={t('subscription.recommended')}
        value={draft.recommended}
        onChange={(recommended) => change({ recommended })}
        choices={[
          { value: '', label: t('common.no') },
          { value: 'yes', label: t('common.yes') },
        ]}
      />
      <Texts draft={draft} onChange={change} />
    </ReasonForm>
  );
}

function Texts({ draft, onChange }: { draft: OfferDraft; onChange: (part: Partial<OfferDraft>) => void }) {
  const { t } = useTranslation('desk');
  const [spoken, setSpoken] = useState<(typeof LANGUAGES)[number]>('en');
  const words = draft.texts[spoken] ?? { introduction: '', rules: '' };
  const write = (part: Partial<typeof words>) =>
    onChange({ texts: { ...draft.texts, [spoken]: { ...words, ...part } } });
  return (
    <>
      <SelectField
        label={t('subscription.texts')}
        value={spoken}
        onChange={(value) => setSpoken(LANGUAGES.find((known) => known === value) ?? 'en')}
        choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <p className="desk-note">{t('subscription.english')}</p>
      <AreaField
        label={t('subscription.introduction')}
        value={words.introduction}
        maxLength={2000}
        onChange={({ currentTarget }) => write({ introduction: currentTarget.value })}
      />
      <AreaField
        label={t('subscription.rules')}
        value={words.rules}
        maxLength={4000}
        rows={6}
        onChange={({ currentTarget }) => write({ rules: currentTarget.value })}
      />
    </>
  );
}
