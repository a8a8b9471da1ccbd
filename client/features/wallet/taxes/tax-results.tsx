import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaxMethod } from '../../../../server/contract/rules/tax.rules';
import type { TaxResultView } from '../../../../server/contract/wallet/taxes.dto';
import { MoneyText } from '../../../ui/money-text';
import { ResultLines } from './result-lines';
import styles from './taxes.module.css';
import { UnknownLines } from './unknown-lines';

interface Props {
  year: number;
  method: TaxMethod;
  title: string;
  results: readonly TaxResultView[];
  /** Shows what a journal wrote. */
  onOpen: (journal: string) => void;
}

/** Sums of a section by what they were for; each opens to the journals that it is made of. */
export function TaxResults({ year, method, title, results, onOpen }: Props) {
  if (results.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {results.map((result) => (
        <Result key={result.reason} year={year} method={method} result={result} onOpen={onOpen} />
      ))}
    </section>
  );
}

function Result({
  year,
  method,
  result,
  onOpen,
}: Pick<Props, 'year' | 'method' | 'onOpen'> & { result: TaxResultView }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const lines = useId();
  const { reason, info, value, lines: count, unknown } = result;
  return (
    <div className={styles.result}>
      <button
        type="button"
        className={styles.sum}
        aria-expanded={isOpen}
        aria-controls={lines}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.words}>
          <span>{info}</span>
          <span className={styles.small}>{t('figures.tax.made', { lines: count })}</span>
          <UnknownLines lines={unknown} />
        </span>
        <span className={styles.opens}>
          <MoneyText value={value} decimals={2} signed secret />
          <IconChevronDown size={18} stroke={1.8} aria-hidden data-open={isOpen || undefined} />
        </span>
      </button>
      <div id={lines}>{isOpen && <ResultLines year={year} method={method} reason={reason} onOpen={onOpen} />}</div>
    </div>
  );
}
