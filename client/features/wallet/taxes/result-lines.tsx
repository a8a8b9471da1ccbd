import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaxMethod } from '../../../../server/contract/rules/tax.rules';
import type { TaxResultLineView } from '../../../../server/contract/wallet/taxes.dto';
import { failureWords } from '../../../platform/failure-words';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { readResultLines, resultLinesKey, taxReportOf, TOGETHER_MS } from './taxes.api';
import styles from './taxes.module.css';

interface Props {
  year: number;
  method: TaxMethod;
  reason: string;
  onOpen: (journal: string) => void;
}

/** Coming back to the page reads nothing that the report does not read again. */
const READ_WITH_REPORT = { refetchOnWindowFocus: false, refetchOnReconnect: false };

/** The journals that a sum is made of, the newest first; older ones come when they are asked for. */
export function ResultLines({ year, method, reason, onOpen }: Props) {
  const { t } = useTranslation();
  const { rows, failure, hasMore, loadingMore, moreFailed, loadMore, reload } = usePages(
    resultLinesKey(year, reason),
    (page, signal) => readResultLines(year, reason, page, signal),
    READ_WITH_REPORT,
  );
  useReportOfNow(year, method, reason);
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

/**
 * The sums are those of the lines: sums from before are read again when lines are opened, and lines that are open are read
 * again with the sums.
 */
function useReportOfNow(year: number, method: TaxMethod, reason: string): void {
  const memory = useQueryClient();
  const { dataUpdatedAt: readAt } = useQuery({
    ...taxReportOf(year, method, useLanguage()),
    ...READ_WITH_REPORT,
    staleTime: TOGETHER_MS,
  });
  useEffect(() => {
    void memory.refetchQueries(
      {
        queryKey: resultLinesKey(year, reason),
        predicate: ({ state }) => state.data !== undefined && readAt - state.dataUpdatedAt > TOGETHER_MS,
      },
      { cancelRefetch: false },
    );
  }, [memory, readAt, year, reason]);
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
