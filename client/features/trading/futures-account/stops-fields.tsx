import { useTranslation } from 'react-i18next';
import { TRIGGER_SOURCES, type TriggerSource } from '../../../../server/contract/trading/futures.dto';
import { AmountInput } from '../../../ui/amount-input';
import { FilterChips } from '../../../ui/filter-chips';
import styles from './stops-fields.module.css';

export interface StopValues {
  takeProfit: string;
  takeProfitSource: TriggerSource;
  stopLoss: string;
  stopLossSource: TriggerSource;
}

interface Props {
  values: StopValues;
  unit: string;
  onChange: (part: Partial<StopValues>) => void;
  errors: { takeProfit?: string | null; stopLoss?: string | null };
  /** What each of them would bring, in words. */
  effects: { takeProfit: string | null; stopLoss: string | null };
  /** Unique on the page. */
  name: string;
}

/** Take-profit and stop-loss, each with the price that triggers it. */
export function StopsFields({ values, unit, onChange, errors, effects, name }: Props) {
  const { t } = useTranslation();
  const sources = TRIGGER_SOURCES.map((key) => ({ key, label: t(`futures.by.${key}`) }));
  return (
    <>
      {(['takeProfit', 'stopLoss'] as const).map((field) => (
        <div key={field} className={styles.stopField}>
          <AmountInput
            label={t(`futures.${field}`)}
            value={values[field]}
            onChange={(typed) => onChange({ [field]: typed })}
            unit={unit}
            error={errors[field]}
            help={effects[field]}
          />
          <div className={styles.trigger}>
            <span>{t('futures.triggeredBy')}</span>
            <FilterChips
              label={t('futures.triggeredBy')}
              name={`${name}-${field}`}
              choices={sources}
              chosen={values[`${field}Source`]}
              onChoose={(key) => onChange({ [`${field}Source`]: key })}
            />
          </div>
        </div>
      ))}
    </>
  );
}
