import { useTranslation } from 'react-i18next';
import type { TaxLineView } from '../../../../server/contract/wallet/taxes.dto';
import { useInstant } from '../../../platform/instant-words';
import { MoneyText } from '../../../ui/money-text';
import styles from './taxes.module.css';

interface Props {
  lines: readonly TaxLineView[];
  /** How many there are in all. */
  count: number;
  onOpen: (journal: string) => void;
}

/** Each disposal with the journals that it is made of; a press shows what a journal wrote. */
export function TaxLines({ lines, count, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.card}>
      <h2>{t('figures.tax.lines')}</h2>
      {count > lines.length && (
        <p className={styles.small}>{t('figures.tax.newest', { shown: lines.length, lines: count })}</p>
      )}
      {lines.map((line, place) => (
        <Line key={`${line.journal} ${line.acquired_in} ${place}`} line={line} onOpen={onOpen} />
      ))}
    </section>
  );
}

function Line({ line, onOpen }: { line: TaxLineView; onOpen: (journal: string) => void }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const notes = [
    line.is_assumed ? t('figures.tax.assumed') : null,
    line.is_uncovered ? t('figures.tax.uncovered') : null,
  ].filter((note) => note !== null);
  return (
    <div className={styles.line}>
      <span className={styles.words}>
        <span>
          {t(line.kind === 'move' ? 'figures.tax.moved' : 'figures.tax.disposed')}{' '}
          <MoneyText value={line.quantity} unit={line.currency} secret />
        </span>
        <span className={styles.small}>{instant(line.at)}</span>
        {notes.length > 0 && <span className={styles.small}>{notes.join(' · ')}</span>}
      </span>
      <span className={styles.figures}>
        {line.kind === 'dispose' &&
          (line.gain === null ? (
            <span className={styles.small}>{t('figures.profit.unknown')}</span>
          ) : (
            <MoneyText value={line.gain} decimals={2} signed secret />
          ))}
        <span className={styles.small}>
          {t('figures.tax.cost')}{' '}
          {line.cost === null ? t('figures.profit.unknown') : <MoneyText value={line.cost} decimals={2} secret />}
        </span>
      </span>
      <span className={styles.entries}>
        <button type="button" className={styles.entry} onClick={() => onOpen(line.journal)}>
          {t('figures.tax.soldIn', { journal: line.journal })}
        </button>
        {line.acquired_in !== null && (
          <button type="button" className={styles.entry} onClick={() => onOpen(line.acquired_in ?? '')}>
            {t('figures.tax.boughtIn', { journal: line.acquired_in })}
          </button>
        )}
      </span>
    </div>
  );
}
