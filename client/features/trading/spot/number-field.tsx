import { type ReactNode, useId } from 'react';
import { useAmountText } from '../../../ui/use-amount-text';
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
  /** Which field of the ticket it is, for keys. */
  field?: 'price' | 'amount';
}

/** A figure in the narrow column of the ticket: as `AmountInput` reads it. */
export function NumberField(props: Props) {
  const { label, unit, value, onChange, error = null, dimmed = false, before, after, field } = props;
  const id = useId();
  const { shown, begin, end, question, reading } = useAmountText({ value, onChange, unit });
  const help = question ?? error ?? reading;
  return (
    <div data-order-field={field}>
      <div className={styles.field} data-error={error !== null || undefined}>
        {before}
        <span className={styles.middle}>
          <label htmlFor={id} className={styles.label}>
            {label} ({unit})
          </label>
          <input
            id={id}
            className={`numbers ${styles.input}`}
            value={shown}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            onFocus={begin}
            onBlur={end}
            placeholder="0"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            data-long={shown.length > 12 || undefined}
            data-dimmed={dimmed || undefined}
            aria-invalid={error !== null || undefined}
            aria-describedby={help === null ? undefined : `${id}-help`}
          />
        </span>
        {after}
      </div>
      {help !== null && (
        <div id={`${id}-help`} className={styles.help} role={error === null ? undefined : 'alert'}>
          {help}
        </div>
      )}
    </div>
  );
}
