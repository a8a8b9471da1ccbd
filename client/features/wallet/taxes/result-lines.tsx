import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TaxResultLineView } from '../../../../server/contract/wallet/taxes.dto';
import { failureWords } from '../../../platform/failure-words';
import { useInstant } from '../../../platform/instant-words';
import { usePages } from '../../../platform/use-pages';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { readResultLines, resultLinesKey } from './taxes.api';
import styles from './taxes.module.css';

interface Props {
  year: number;
  reason: string;
  onOpen: (journal: string) => void;
}

/** The journals that a sum is made of, the newest first; older ones come when they are asked for. */
export function ResultLines({ year, reason, onOpen }: Props) {
  const { t } = useTranslation();
  const { rows, failure, hasMore, loadingMore, moreFailed, loadMore, reload } = usePages(
    resultLinesKey(year, reason),
    (page, signal) => readResultLines(year, reason, page, signal),
  );
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  if (!rows) return <TextSkeleton lines={4} />;
  return (
    <>
      {rows.map((line) => (
        <ResultLine key={line.id} line={line} onOpen={onOpen} />
      ))}
      {moreFailed && <p role="alert">{t('wallet.moreFailed')}</p>}
      {hasMore && (
        <Button variant="light" size="sm" mih={44} fullWidth loading={loadingMore} onClick={loadMore}>
          {t(moreFailed ? 'common.tryAgain' : 'figures.tax.older')}
        </Button>
      )}
    </>
  );
}

function ResultLine({ line, onOpen }: { line: TaxResultLineView; onOpen: (journal: string) => void }) {
  const { t } = useTranslation();
  const instant = useInstant();
  return (
    <div className={styles.line}>
      <span className={styles.words}>
        <MoneyText value={line.quantity} unit={line.currency} signed secret />
        <span className={styles.small}>{instant(line.at)}</span>
      </span>
      <span className={styles.figures}>
        {line.value === null ? (
          <span className={styles.small}>{t('figures.profit.unknown')}</span>
        ) : (
          <MoneyText value={line.value} decimals={2} unit="USDT" signed secret />
        )}
      </span>
      <span className={styles.entries}>
        <button type="button" className={styles.entry} onClick={() => onOpen(line.journal)}>
          {t('figures.tax.soldIn', { journal: line.journal })}
        </button>
      </span>
    </div>
  );
}
