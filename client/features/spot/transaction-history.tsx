import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../server/contract/spot.dto';
import { useAccountType } from '../../platform/account-type';
import { useLanguage } from '../../platform/preferences';
import { usePages } from '../../platform/use-pages';
import { EndlessRows } from '../../ui/endless-rows';
import { FilterChips } from '../../ui/filter-chips';
import { useMarkets } from '../markets';
import { zoneName } from '../wallet';
import { OrderRow } from './order-row';
import { OrderSheet } from './order-sheet';
import { CANCELLED, COMPLETED, historyKey, OPEN, type OrdersFilter, readHistory } from './spot.api';
import styles from './transaction-history.module.css';
import { useOrderNews } from './use-order-news';

export const HISTORY_STATUSES = { open: OPEN, filled: COMPLETED, cancelled: CANCELLED } as const;
export type HistoryStatus = keyof typeof HISTORY_STATUSES;

interface Props {
  status: HistoryStatus | null;
  /** Null: all markets. */
  symbol: string | null;
  onFilter: (status: HistoryStatus | null, symbol: string | null) => void;
}

/** Every spot order of the user, the newest first; each opens with its executions. */
export function TransactionHistory({ status, symbol, onFilter }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const type = useAccountType();
  const { markets } = useMarkets();
  const [looking, setLooking] = useState<SpotOrderView | null>(null);
  useOrderNews();
  const market = markets.find((known) => known.symbol === symbol) ?? null;
  const filter: OrdersFilter = {
    status: status === null ? null : HISTORY_STATUSES[status],
    pair: market && { baseId: market.baseId, quoteId: market.quoteId },
    type,
  };
  const pages = usePages(historyKey(filter), (page, signal) => readHistory(filter, page, signal));
  const isFiltered = status !== null || symbol !== null;
  const statuses = (['all', 'open', 'filled', 'cancelled'] as const).map((key) => ({
    key,
    label: key === 'all' ? t('wallet.all') : t(`spot.${key}`),
  }));
  return (
    <>
      <div className={styles.filters}>
        <FilterChips
          label={t('wallet.status')}
          name="transaction-status"
          choices={statuses}
          chosen={status ?? 'all'}
          onChoose={(key) => onFilter(key === 'all' ? null : key, symbol)}
        />
        <div className={styles.second}>
          <NativeSelect
            aria-label={t('spot.pair')}
            value={symbol ?? ''}
            onChange={({ currentTarget: { value } }) => onFilter(status, value === '' ? null : value)}
            data={[
              { value: '', label: t('spot.allPairs') },
              ...markets.filter(({ spot }) => spot).map((known) => ({ value: known.symbol, label: known.symbol })),
            ]}
            classNames={{ input: styles.select ?? '' }}
          />
          <span className={styles.zone}>{t('chart.zone', { zone: zoneName(language) })}</span>
        </div>
      </div>
      <EndlessRows
        pages={pages}
        shown={pages.rows ?? []}
        empty={
          isFiltered
            ? {
                text: t('wallet.noMatch'),
                action: { label: t('wallet.clearFilters'), onClick: () => onFilter(null, null) },
              }
            : { text: t('spot.noHistory') }
        }
      >
        {(order) => <OrderRow order={order} onOpen={() => setLooking(order)} />}
      </EndlessRows>
      <OrderSheet order={looking} onClose={() => setLooking(null)} />
    </>
  );
}
