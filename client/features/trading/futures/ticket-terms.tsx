import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { FilterChips } from '../../../ui/filter-chips';
import { PriceText } from '../../../ui/price-text';
import { typedAs } from '../../../ui/typed-amount';
import { Problem } from '../futures-account';
import type { Fields } from './ticket-form';
import styles from './ticket-form.module.css';
import type { TicketProps, TicketStep } from './ticket-sheet';

interface Props extends Pick<TicketProps, 'market' | 'ticket'> {
  fields: Fields;
  onStep: (step: TicketStep) => void;
}

/** Margin mode, leverage and price. */
export function Terms({ market, ticket, onStep, fields }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { values, change } = ticket;
  const { last, old, errorOf } = fields;
  const leverageProblem = errorOf('leverage');
  const begin = values.limit === '' && last !== null ? { limit: typedAs(last, language) } : {};
  return (
    <>
      <div className={styles.pickers}>
        <Picker
          label={t('futures.marginMode')}
          value={t(`futures.${values.marginMode}`)}
          onOpen={() => onStep('mode')}
        />
        <Picker
          label={t('futures.leverage')}
          value={values.reduceOnly ? UNKNOWN : `${values.leverage}x`}
          onOpen={() => onStep('leverage')}
          disabled={values.reduceOnly}
        />
      </div>
      {leverageProblem && <Problem text={leverageProblem} />}
      <FilterChips
        label={t('futures.priceType')}
        name="contract-price-type"
        choices={(['market', 'limit'] as const).map((key) => ({ key, label: t(`futures.${key}`) }))}
        chosen={values.priceType}
        onChoose={(priceType) => change({ priceType, ...(priceType === 'limit' && begin) })}
      />
      {values.priceType === 'limit' && (
        <div data-order-field="price">
          <AmountInput
            label={t('futures.limitPrice')}
            value={values.limit}
            onChange={(limit) => change({ limit })}
            unit={market.quote}
            error={errorOf('limit')}
            help={
              <>
                {t('trade.last')}: <PriceText value={last} decimals={market.priceDecimals} dimmed={old !== null} />
                {old !== null && ` · ${old}`}
              </>
            }
          />
        </div>
      )}
    </>
  );
}

interface PickerProps {
  label: string;
  value: string;
  onOpen: () => void;
  /** It means nothing as things stand. */
  disabled?: boolean;
}

function Picker({ label, value, onOpen, disabled = false }: PickerProps) {
  return (
    <button type="button" className={styles.picker} onClick={onOpen} disabled={disabled}>
      <span>{label}</span>
      <b className="numbers">{value}</b>
      <IconChevronRight size={16} aria-hidden />
    </button>
  );
}
