import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../platform/preferences';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { RowSkeletons } from '../../../ui/skeletons';
import { Tabs } from '../../../ui/tabs';
import { failureWords } from './failure-words';
import { tickerNow, useTickerView } from './live-tickers';
import { LIST_TABS, type ListTab, type Market, marketsOf, originOfAll } from './market';
import styles from './market-list.module.css';
import { COLUMNS, type Column, inOrder, nextOrder, type Order } from './market-order';
import { type FuturesParts, type FuturesTickers, MarketRow } from './market-row';
import type { MarketsResult } from './markets.api';
import { type TradePage, tradePath } from './trade-path';
import { useRowsOnScreen } from './use-rows-on-screen';

const PANEL = 'market-list';
/** Where the rows of a tab lead, unless it is to the spot page. */
const PAGES: Partial<Record<ListTab, TradePage>> = { options: 'option', contracts: 'contract' };
const FIRST_ROWS = 9;
/** Least height of a row, as in its own sheet. */
const ROW_REM = 4;

interface Props {
  result: MarketsResult;
  /** What is said of a market in the list of futures, and the price that they are traded by. */
  futures?: FuturesParts | null;
}

/** The markets by category, live while they are on the screen, in any column's order. */
export function MarketList({ result, futures = null }: Props) {
  const { t } = useTranslation();
  const { favourites } = usePreferences();
  const [tab, setTab] = useState<ListTab>(favourites.length > 0 ? 'favourites' : 'spot');
  const [order, setOrder] = useState<Order | null>(null);
  const [known, setKnown] = useState<FuturesTickers | null>(null);
  const parts = tab === 'contracts' ? futures : null;
  const isByPrice = parts !== null && order?.column === 'price';
  const traded = isByPrice ? known : null;
  // The order is made when it is asked for, when the list is read anew and when the prices of futures have come that it goes by, not with
  // every tick: rows must not run away.
  const rows = useMemo(() => {
    const tickerOf = (market: Market) => {
      const ticker = tickerNow(market.symbol) ?? market.ticker;
      return traded ? traded.of(ticker) : ticker;
    };
    return inOrder(marketsOf(tab, result.markets, favourites), order, tickerOf);
  }, [tab, result.markets, favourites, order, traded]);
  const tabs = LIST_TABS.map((key) => ({ key, label: t(`markets.${key}`) }));
  return (
    <section aria-label={t('home.markets')}>
      <div className={styles.head}>
        <Tabs label={t('home.markets')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
        <SortRow order={order} onSort={(column) => setOrder(nextOrder(order, column))} />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(`markets.${tab}`)} className={styles.panel}>
        <Rows
          rows={rows}
          tab={tab}
          favourites={favourites}
          result={result}
          parts={parts}
          isByPrice={isByPrice}
          onKnown={setKnown}
          onBrowse={() => setTab('spot')}
        />
      </div>
    </section>
  );
}

function SortRow({ order, onSort }: { order: Order | null; onSort: (column: Column) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sort}>
      {COLUMNS.map((column) => {
        const chosen = order?.column === column;
        const Icon = !chosen ? IconArrowsSort : order.descending ? IconArrowDown : IconArrowUp;
        return (
          <button
            key={column}
            type="button"
            data-column={column}
            aria-pressed={chosen}
            aria-label={t('markets.sortBy', { column: t(`markets.${column}`) })}
            onClick={() => onSort(column)}
          >
            {t(`markets.${column}`)}
            <Icon size={12} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}

interface RowsProps {
  rows: Market[];
  tab: ListTab;
  favourites: string[];
  result: MarketsResult;
  parts: FuturesParts | null;
  /** The order goes by the price of futures. */
  isByPrice: boolean;
  onKnown: (known: FuturesTickers) => void;
  onBrowse: () => void;
}

function Rows({ rows, tab, favourites, result, parts, isByPrice, onKnown, onBrowse }: RowsProps) {
  const { t } = useTranslation();
  const { onScreen, rowRef } = useRowsOnScreen();
  useTickerView(onScreen);
  const announcedOrigin = originOfAll(result.markets);
  // The first rows at once, the rest in slices beside it, so that a long list never blocks the page.
  const drawn = useDeferredValue(rows.length, FIRST_ROWS);
  if (result.loading) return <RowSkeletons rows={8} />;
  if (result.failure) {
    return <ErrorState text={failureWords(result.failure, t)} onRetry={() => void result.reload()} />;
  }
  if (rows.length === 0) {
    return tab === 'favourites' ? (
      <EmptyState text={t('markets.noFavourites')} action={{ label: t('markets.browseAll'), onClick: onBrowse }} />
    ) : (
      <EmptyState text={t('markets.none')} />
    );
  }
  return (
    <>
      {/* What is on the screen; an order by their price needs all of them. */}
      {parts && <parts.Follow symbols={isByPrice ? rows.map(({ symbol }) => symbol) : onScreen} onKnown={onKnown} />}
      <ul style={{ minHeight: `${rows.length * ROW_REM}rem` }}>
        {rows.slice(0, drawn).map((market) => (
          <MarketRow
            key={market.symbol}
            market={market}
            favourite={favourites.includes(market.symbol)}
            to={tradePath(market.symbol, PAGES[tab] ?? 'trade')}
            announcedOrigin={announcedOrigin}
            parts={parts}
            rowRef={rowRef}
          />
        ))}
      </ul>
    </>
  );
}
