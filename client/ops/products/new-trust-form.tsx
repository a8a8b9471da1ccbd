import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import type { ProductTermsView } from '../../../server/contract/operations';
import { hasRate, type NewTrustProduct, wrongTrustProduct } from '../../../server/contract/rules/new-products.rules';
import { REDEMPTION_RULES, YIELD_SOURCES } from '../../../server/contract/rules/trust.rules';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { TickBox } from '../../ui/tick-box';
import { toast } from '../../ui/toast';
import { amountFrom } from '../../ui/typed-amount';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { proposeChange } from './propose-change';
import { lacksTerm, TermInputs, termsFrom, type TypedTerms } from './typed-terms';

/** What a product is, beside its terms, as it is typed and chosen. */
interface Draft {
  code: string;
  currency: string;
  termDays: string;
  redemptionRule: string;
  redemptionRate: string;
  yieldSource: string;
  enabled: boolean;
}

interface Props {
  view: ProductTermsView;
  onClose: () => void;
}

/** Proposes a trust product. What was typed stays when it is refused. */
export function NewTrustForm({ view: { currencies }, onClose }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const [draft, setDraft] = useState<Draft>(() => empty(currencies));
  const [typed, setTyped] = useState<TypedTerms>({});
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const product = productFrom(draft, typed, language);
  const isEmpty = lacksTerm(typed, 'trust') || lacksField(draft);
  const wrong = isEmpty ? null : wrongTrustProduct(product);
  const send = async (reason: string, key: string) => {
    await proposeChange('new/trust', { ...product, reason }, key);
    toast(t('proposal.proposed'));
    onClose();
  };
  return (
    <ReasonForm
      action={t('products.createPropose')}
      send={send}
      content={JSON.stringify([draft, typed])}
      disabled={isEmpty || wrong !== null}
      onCancel={onClose}
    >
      <p className="desk-note">{t('products.createTrustText')}</p>
      <TypedField
        label={t('products.code')}
        help={t('products.codeHelp')}
        error={wrong === 'code' ? t('products.wrong') : undefined}
        value={draft.code}
        maxLength={64}
        onType={(code) => change({ code })}
      />
      <SelectField
        label={t('products.coin')}
        value={draft.currency}
        choices={currencies.map((code) => ({ value: code, label: code }))}
        onChange={(currency) => change({ currency })}
      />
      <TypedField
        label={t('products.termDays')}
        error={wrong === 'termDays' ? t('products.wrong') : undefined}
        value={draft.termDays}
        maxLength={4}
        inputMode="numeric"
        onType={(termDays) => change({ termDays })}
      />
      <TermInputs kind="trust" typed={typed} wrong={wrong} onType={setTyped} />
      <WayOut draft={draft} wrong={wrong} onChange={change} />
      <SelectField
        label={t('products.yieldSource')}
        value={draft.yieldSource}
        choices={[NOTHING, ...YIELD_SOURCES.map((value) => ({ value, label: t(`products.sources.${value}`) }))]}
        onChange={(yieldSource) => change({ yieldSource })}
      />
      <TickBox label={t('otc.offered')} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
    </ReasonForm>
  );
}

/** Whoever proposes has to choose: what is chosen never changes afterwards. */
const NOTHING = { value: '', label: '–' };

interface WayOutProps {
  draft: Draft;
  wrong: string | null;
  onChange: (part: Partial<Draft>) => void;
}

/** What is taken where the term is broken off, and its rate where the rule has one. */
function WayOut({ draft: { redemptionRule, redemptionRate }, wrong, onChange }: WayOutProps) {
  const { t } = useTranslation('desk');
  const rule = ruleOf(redemptionRule);
  return (
    <>
      <SelectField
        label={t('products.redemptionRule')}
        value={redemptionRule}
        choices={[NOTHING, ...REDEMPTION_RULES.map((value) => ({ value, label: t(`products.rules.${value}`) }))]}
        // A rate is of its rule: days of one are percent of another.
        onChange={(value) => onChange({ redemptionRule: value, redemptionRate: '' })}
      />
      {rule !== undefined && hasRate(rule) && (
        <AmountInput
          label={t('products.redemptionRate')}
          help={t(`products.rateHelp.${rule as 'fixed-fee'}`)}
          error={wrong === 'redemptionRate' ? t('products.wrong') : undefined}
          maxLength={60}
          value={redemptionRate}
          onChange={(rate) => onChange({ redemptionRate: rate })}
        />
      )}
    </>
  );
}

function empty(currencies: readonly string[]): Draft {
  const chosen = { redemptionRule: '', redemptionRate: '', yieldSource: '' };
  return { code: '', currency: currencies[0] ?? '', termDays: '', ...chosen, enabled: true };
}

function ruleOf(value: string) {
  return REDEMPTION_RULES.find((rule) => rule === value);
}

function lacksField({ code, currency, termDays, redemptionRule, redemptionRate, yieldSource }: Draft): boolean {
  const rule = ruleOf(redemptionRule);
  const lacksRate = rule !== undefined && hasRate(rule) && redemptionRate.trim() === '';
  return lacksRate || [code, currency, termDays, redemptionRule, yieldSource].some((text) => text.trim() === '');
}

/** As the server takes it; what is no number stays none, and the field says so. */
function productFrom(draft: Draft, typed: TypedTerms, language: Language): NewTrustProduct {
  const { code, currency, redemptionRule, redemptionRate, yieldSource, enabled } = draft;
  const rule = ruleOf(redemptionRule);
  const rate = rule !== undefined && hasRate(rule) ? amountFrom(redemptionRate.trim(), language) : null;
  return {
    ...termsFrom(typed, 'trust', language),
    code: code.trim(),
    currency,
    termDays: Number(draft.termDays.trim()),
    redemptionRule: rule,
    redemptionRate: rate,
    yieldSource,
    enabled,
  } as unknown as NewTrustProduct;
}
