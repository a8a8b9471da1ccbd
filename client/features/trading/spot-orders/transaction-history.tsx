import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../ui/filter-chips';
import { HistoryFilters } from '../../../ui/history-filters';
import { Tabs } from '../../../ui/tabs';
import { useMarkets } from '../../markets/market-list';
import { FillHistory } from './fill-history';
import { OrderHistory } from './order-history';
import { CANCELLED, COMPLETED, OPEN } from './spot-orders.api';
import { useOrderNews } from './use-order-news';

export const HISTORY_VIEWS = ['orders', 'fills'] as const;
export type HistoryView = (typeof HISTORY_VIEWS)[number];
export const HISTORY_STATUSES = { open: OPEN, filled: COMPLETED, cancelled: CANCELLED } as const;
export type HistoryStatus = keyof typeof HISTORY_STATUSES;

const PANEL = 'transaction-rows';

/** What of the history is looked at. */
export interface HistoryAsked {
  view: HistoryView;
  /** Of orders; null: all. */
  status: HistoryStatus | null;
  /** Null: all markets. */
  symbol: string | null;
}

interface Props {
  asked: HistoryAsked;
  onAsk: (asked: HistoryAsked) => void;
}

/** Every spot order of the user, or every execution, the newest first. */
export function TransactionHistory({ asked, onAsk }: Props) {
  const { t } = useTranslation();
  const { markets } = useMarkets();
  const { view, status, symbol } = asked;
  useOrderNews();
  const market = markets.find((known) => known.symbol === symbol) ?? null;
  const pair = market && { baseId: market.baseId, quoteId: market.quoteId };
  const isFiltered = symbol !== null || (view === 'orders' && status !== null);
  const clear = { label: t('wallet.clearFilters'), onClick: () => onAsk({ view, status: null, symbol: null }) };
  const none = isFiltered ? { text: t('wallet.noMatch'), action: clear } : null;
  return (
    <>
      <Filters asked={asked} onAsk={onAsk} />
      <div id={PANEL} role="tabpanel" aria-label={t(`spot.${view}`)}>
        {view === 'orders' ? (
          <OrderHistory
            status={status === null ? null : HISTORY_STATUSES[status]}
            pair={pair}
            empty={none ?? { text: t('spot.noHistory') }}
          />
        ) : (
          <FillHistory pair={pair} empty={none ?? { text: t('spot.noOwnFills') }} />
        )}
      </div>
    </>
  );
}

function Filters({ asked, onAsk }: Props) {
  const { t } = useTranslation();
  const { markets } = useMarkets();
  const { view, status, symbol } = asked;
  const statuses = (['all', 'open', 'filled', 'cancelled'] as const).map((key) => ({
    key,
    label: key === 'all' ? t('wallet.all') : t(`spot.${key}`),
  }));
  return (
    <HistoryFilters
      label={t('spot.pair')}
      chosen={symbol ?? ''}
      onChoose={(value) => onAsk({ ...asked, symbol: value === '' ? null : value })}
      choices={[
        { value: '', label: t('spot.allPairs') },
        ...markets.filter(({ spot }) => spot).map((known) => ({ value: known.symbol, label: known.symbol })),
      ]}
    >
      <Tabs
        label={t('wallet.transactions')}
        tabs={HISTORY_VIEWS.map((key) => ({ key, label: t(`spot.${key}`) }))}
        chosen={view}
        onChoose={(next) => onAsk({ ...asked, view: next })}
        controls={PANEL}
      />
      {view === 'orders' && (
        <FilterChips
          label={t('wallet.status')}
          name="transaction-status"
          choices={statuses}
          chosen={status ?? 'all'}
          onChoose={(key) => onAsk({ ...asked, status: key === 'all' ? null : key })}
        />
      )}
    </HistoryFilters>
  );
}
