import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../server/contract/money';
import { formatDecimal } from '../platform/format';
import { useLanguage } from '../platform/preferences';
import styles from './field.module.css';
import { type FieldProps, TextField } from './text-field';
import { typedAs } from './typed-amount';
import { useAmountText } from './use-amount-text';

interface Props extends Omit<FieldProps, 'type' | 'onChange' | 'value' | 'rightSection'> {
  /** What was typed, letter by letter; read it with `readTypedAmount`. */
  value: string;
  onChange: (typed: string) => void;
  /** Unit shown at the end, for example "USDT". */
  unit?: string;
  /** The most that can be entered; offered as a button that enters exactly this. */
  max?: DecimalText;
  /** The least of it, shown while nothing is typed. */
  least?: DecimalText;
}

/**
 * An amount of money: commas and points are understood, how it is read is said wherever that may surprise, and where it
 * may be two amounts it is none until one of them is chosen.
 */
export function AmountInput({ value, onChange, unit = '', max, least, help, error, onFocus, onBlur, ...rest }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const row = useRef<HTMLDivElement>(null);
  const { shown, begin, end, question, reading } = useAmountText({ value, onChange, unit });
  const enterMax = () => {
    onChange(max === undefined ? '' : typedAs(max, language));
    row.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={row}>
      <TextField
        {...rest}
        value={shown}
        {...(least === undefined ? {} : { placeholder: formatDecimal(least, language) })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onFocus={(event) => {
          begin(event);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          end();
          onBlur?.(event);
        }}
        error={question === null ? error : error && question}
        help={question ?? reading ?? help}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        // Never more than leaves room to type, on the narrowest phones with the largest text.
        rightSectionWidth={`min(60%, calc(${unit.length + (max === undefined ? 0 : t('form.max').length * 1.5)}ch + 40px))`}
        rightSection={
          <span className={styles.end}>
            {unit !== '' && <span className={styles.unit}>{unit}</span>}
            {max !== undefined && (
              <button type="button" className={styles.inside} onClick={enterMax}>
                {t('form.max')}
              </button>
            )}
          </span>
        }
      />
    </div>
  );
}
