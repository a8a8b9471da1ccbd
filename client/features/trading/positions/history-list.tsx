import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import type { ExportListName } from '../../../../server/contract/wallet/exports.dto';
import { ExportLink } from '../../wallet/exports';
import { lotsWords } from '../liquidation';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { StatePill } from '../../../ui/state-pill';
import { Amount, historyKey, readHistory, SideTags, unitsOf } from '../futures-account';
import { EndedClosings } from './ended-closings';
import { HistoryDetail } from './history-detail';
import styles from './history-list.module.css';
import rowStyles from './position-rows.module.css';
import { endWord, rowStatus, type RowStatus, STATUS_TONES } from './row-status';
import { useMoment } from '../../../ui/use-moment';

type Filter = 'all' | Extract<RowStatus, 'closed' | 'liquidated' | 'cancelled' | 'revoked'>;
const FILTERS: readonly Filter[] = ['all', 'closed', 'liquidated', 'cancelled', 'revoked'];

const PARTS = ['rows', 'closings'] as const;

/** What there was, in two parts: positions with the orders that opened them, and orders that waited to close them. */
export function HistoryList({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<(typeof PARTS)[number]>('rows');
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <>
      <div className={styles.head}>
        <FilterChips
          label={t('futures.tabs.history')}
          name="contract-history-part"
          choices={PARTS.map((key) => ({ key, label: t(`futures.historyParts.${key}`) }))}
          chosen={part}
          onChoose={setPart}
        />
        <ExportLink list={fileOf(part, filter)} />
      </div>
      {part === 'rows' ? <PastRows filter={filter} onFilter={setFilter} onOpen={onOpen} /> : <EndedClosings />}
    </>
  );
}

/** What is saved as a file. Of what was liquidated it is each step, with what it was decided from, and not the positions. */
function fileOf(part: (typeof PARTS)[number], filter: Filter): ExportListName {
  if (part === 'closings') return 'futures.closings';
  return filter === 'liquidated' ? 'futures.liquidations' : 'futures.orders';
}

interface RowsProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onOpen: () => void;
}

/** Newest first; a row opens everything that is known of it. */
function PastRows({ filter, onFilter, onOpen }: RowsProps) {
  const { t } = useTranslation();
  const type = useAccountType();
  const pages = usePages(historyKey(type), (page, signal) => readHistory(type, page, signal));
  const [detail, setDetail] = useState<FuturesPositionView | null>(null);
  const rows = pages.rows ?? [];
  const shown = filter === 'all' ? rows : rows.filter((row) => rowStatus(row) === filter);
  const empty =
    filter === 'all'
      ? { text: t('futures.noHistory'), action: { label: t('futures.openOne'), onClick: onOpen } }
      : { text: t('wallet.noMatch'), action: { label: t('wallet.clearFilters'), onClick: () => onFilter('all') } };
  return (
    <>
      {rows.length > 0 && (
        <FilterChips
          label={t('wallet.status')}
          name="contract-history"
          choices={FILTERS.map((key) => ({
            key,
            label: key === 'all' ? t('futures.all') : t(`futures.status.${key}`),
          }))}
          chosen={filter}
          onChoose={onFilter}
        />
      )}
      <EndlessRows pages={pages} shown={shown} empty={empty}>
        {(row) => <HistoryRow row={row} onOpen={() => setDetail(row)} />}
      </EndlessRows>
      <HistoryDetail row={detail} onClose={() => setDetail(null)} />
    </>
  );
}

function HistoryRow({ row, onOpen }: { row: FuturesPositionView; onOpen: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const status = rowStatus(row);
  return (
    <button type="button" className={styles.past} onClick={onOpen}>
      <span>
        <b className={rowStyles.symbol}>{row.market}</b>
        <SideTags row={row} />
        <small>{moment(row.closedAt ?? row.updatedAt)}</small>
      </span>
      <span className={rowStyles.profit}>
        {status === 'cancelled' || status === 'revoked' ? (
          <span className="numbers">{lotsWords(row.lotsOrdered, t, language)}</span>
        ) : (
          <Amount value={row.realisedProfit} unit={unitsOf(row).quote} signed own />
        )}
        <StatePill tone={STATUS_TONES[status]} text={t(endWord(row))} />
      </span>
    </button>
  );
}
