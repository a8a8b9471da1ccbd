import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../server/contract/decimal';
import type { ProductTermsView } from '../../../server/contract/operations';
import {
  NEW_PRODUCT_BOUNDS,
  type NewOptionTime,
  wrongOptionTime,
} from '../../../server/contract/rules/new-products.rules';
import { evenBandRatio } from '../../../server/contract/rules/option-bands.rules';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { TickBox } from '../../ui/tick-box';
import { toast } from '../../ui/toast';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { proposeChange } from './propose-change';
import { lacksTerm, TermInputs, termsFrom, type TypedTerms } from './typed-terms';

interface Props {
  view: ProductTermsView;
  onClose: () => void;
}

/** Proposes a time that options can run. What was typed stays when it is refused. */
export function NewOptionForm({ view, onClose }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const [market, setMarket] = useState('');
  const [time, setTime] = useState('');
  const [typed, setTyped] = useState<TypedTerms>({});
  const [enabled, setEnabled] = useState(true);
  const isEmpty = time.trim() === '' || lacksTerm(typed, 'option');
  const seconds = Number(time.trim());
  const product = { ...termsFrom(typed, 'option', language), seconds, enabled } as unknown as NewOptionTime;
  const wrong = isEmpty ? null : wrongOptionTime(product);
  const send = async (reason: string, key: string) => {
    await proposeChange('new/options', { market: market === '' ? null : market, ...product, reason }, key);
    toast(t('proposal.proposed'));
    onClose();
  };
  return (
    <ReasonForm
      action={t('products.createPropose')}
      send={send}
      content={JSON.stringify([market, time, typed, enabled])}
      disabled={isEmpty || wrong !== null}
      onCancel={onClose}
    >
      <p className="desk-note">{t('products.createOptionText')}</p>
      <SelectField
        label={t('products.market')}
        value={market}
        choices={[
          { value: '', label: t('products.everyMarket') },
          ...view.optionMarkets.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
        onChange={setMarket}
      />
      <TypedField
        label={t('products.seconds')}
        help={useBandText(seconds)}
        error={wrong === 'seconds' ? t('products.wrong') : undefined}
        value={time}
        maxLength={5}
        inputMode="numeric"
        onType={setTime}
      />
      <TermInputs kind="option" typed={typed} wrong={wrong} onType={setTyped} />
      <TickBox label={t('otc.offered')} checked={enabled} onChange={setEnabled} />
    </ReasonForm>
  );
}

/** The band that goes by the time, while it is typed. */
function useBandText(seconds: number): string | undefined {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { least, most } = NEW_PRODUCT_BOUNDS.seconds;
  if (!Number.isInteger(seconds) || seconds < least || seconds > most) return undefined;
  const percent = new Decimal(evenBandRatio(seconds)).times(100).toFixed();
  return `${t('products.evenBandPercent')}: ${formatDecimal(percent, language)}%`;
}
