import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalsOf, formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { isReadingSurprising, readTypedAmount } from '../../../ui/typed-amount';
import styles from './number-field.module.css';

interface Props {
  label: string;
  unit: string;
  value: string;
  onChange: (typed: string) => void;
  error?: string | null;
  /** What stands in it is no more of now. */
  dimmed?: boolean;
  /** Beside the figure, for example the buttons that change it by a step. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A figure in the narrow column of the ticket: commas and points are understood, and surprises are told. */
export function NumberField({ label, unit, value, onChange, error = null, dimmed = false, before, after }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const read = readTypedAmount(value, language);
  const surprises = isReadingSurprising(value, read);
  const help =
    error ?? (surprises ? t('form.readsAs', { amount: formatDecimal(read, language, decimalsOf(read)) }) : null);
  return (
    <div>
      <div className={styles.field} data-error={error !== null || undefined}>
        {before}
        <span className={styles.middle}>
          <label htmlFor={id} className={styles.label}>
            {label} ({unit})
          </label>
          <input
            id={id}
            className={`numbers ${styles.input}`}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            placeholder="0"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            data-long={value.length > 12 || undefined}
            data-dimmed={dimmed || undefined}
            aria-invalid={error !== null || undefined}
            aria-describedby={help === null ? undefined : `${id}-help`}
          />
        </span>
        {after}
      </div>
      {help !== null && (
        <p id={`${id}-help`} className={styles.help} role={error === null ? undefined : 'alert'}>
          {help}
        </p>
      )}
    </div>
  );
}
