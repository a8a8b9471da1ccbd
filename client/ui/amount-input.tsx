import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../server/contract/money';
import { decimalsOf, formatDecimal } from '../platform/format';
import { useLanguage } from '../platform/preferences';
import styles from './field.module.css';
import { type FieldProps, TextField } from './text-field';
import { isReadingSurprising, readTypedAmount } from './typed-amount';

interface Props extends Omit<FieldProps, 'type' | 'onChange' | 'value' | 'rightSection'> {
  /** What was typed, letter by letter; read it with `readTypedAmount`. */
  value: string;
  onChange: (typed: string) => void;
  /** Unit shown at the end, for example "USDT". */
  unit?: string;
  /** The most that can be entered; offered as a button that enters exactly this. */
  max?: DecimalText;
}

/** An amount of money: commas and points are understood, and how it is read is said wherever that may surprise. */
export function AmountInput({ value, onChange, unit = '', max, help, ...rest }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const row = useRef<HTMLDivElement>(null);
  const read = readTypedAmount(value, language);
  const shown = read === null ? '' : `${formatDecimal(read, language, decimalsOf(read))} ${unit}`.trim();
  const surprises = isReadingSurprising(value, read);
  const enterMax = () => {
    onChange(max ?? '');
    row.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={row}>
      <TextField
        {...rest}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        help={surprises ? t('form.readsAs', { amount: shown }) : help}
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
