import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { LosingShare } from '../losing-accounts';
import { InsuranceFund, EndNotices, MarginWarnings } from '../liquidation';
import type { OwnMarks } from '../../markets/candles';
import { ContractMarks } from '../chart-marks';
import { DayFigures, MarketDepth, PriceHero } from '../../markets/market-figures';
import { failureWords, type Market, useIsLate } from '../../markets/market-list';
import { loginPath } from '../../../platform/login-path';
import { useLoggedIn } from '../../../platform/session';
import { useConnection } from '../../../platform/use-channel';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { late } from '../../../ui/late';
import { Tabs } from '../../../ui/tabs';
import {
  liveFigures,
  products as productsQuery,
  totalsOf,
  warningsOf,
  useAccountNow,
  useFuturesAccount,
  oldestMark,
  useMarks,
  useMarkTooOld,
} from '../futures-account';
import { AccountLine } from './account-line';
import { HistoryList, PendingOrders, Positions } from '../positions';
import styles from './futures-desk.module.css';
import { MarketFigures } from './market-figures';
import { Ticket } from './ticket-bar';
import { hasOwnQuotation, useContractTicker } from './use-contract-ticker';

const MarketChart = late(
  async () => (await import('../../markets/candles')).MarketChart,
  <div className={styles.stage} />,
);
const WIDE = '(width >= 1024px)';
const PANEL = 'contract-rows';
const VIEWS = 'contract-views';
const NO_PRODUCTS: readonly FuturesProductView[] = [];

type Tab = 'positions' | 'pending' | 'history';

/** Everything of one perpetual, and of the contract account that trades it. */
export function FuturesDesk({ market }: { market: Market }) {
  const { t } = useTranslation();
  const wide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches, { getInitialValueInEffect: false });
  const isLoggedIn = useLoggedIn();
  const [ordering, setOrdering] = useState<'long' | 'short' | null>(null);
  const [tab, setTab] = useState<Tab>('positions');
  const { data: all = NO_PRODUCTS } = useQuery(productsQuery);
  const { account, failure, reload } = useFuturesAccount();
  const { heardAt } = useConnection();
  const held = account?.positions.map(({ market: symbol }) => symbol) ?? [];
  const marks = useMarks([market.symbol, ...held]);
  const now = useAccountNow(account, all, marks);
  const figures = useMemo(() => (account && now ? liveFigures(account.positions, now) : new Map()), [account, now]);
  const areMarksOld = useMarkTooOld(oldestMark(figures.values())) !== null;
  const product = all.find(({ market: symbol }) => symbol === market.symbol) ?? null;
  const ticker = useContractTicker(market, product);
  const totals = account && product ? totalsOf(account, figures, product.currencyId) : null;
  // Its place is kept while it is on its way, so that nothing below it moves.
  const isTold = totals !== null || !account || all.length === 0;
  const open = () => setOrdering('long');
  return (
    <div className={styles.desk}>
      <div>
        <div className={styles.top}>
          <PriceHero market={market} ticker={ticker} withoutMark />
          <MarketFigures market={market} mark={marks.get(market.symbol) ?? null} />
          <DayFigures market={market} />
        </div>
        <Views market={market} isWide={wide} product={product} own={account && { account, products: all, figures }} />
      </div>
      <div>
        <EndNotices onShow={() => setTab('history')} />
        <MarginWarnings warnings={warningsOf(account?.positions ?? [], figures, t('futures.crossAccount'))} />
        {!isLoggedIn ? (
          <Guest />
        ) : failure ? (
          <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />
        ) : (
          <>
            {isTold && <AccountLine totals={totals} unit={market.quote} isOld={heardAt !== null || areMarksOld} />}
            <RowTabs tab={tab} onTab={setTab} counts={account?.positions ?? []} />
            <div id={PANEL} role="tabpanel" aria-label={t(`futures.tabs.${tab}`)} className={styles.rows}>
              {!account ? (
                <ListSkeleton rows={4} />
              ) : tab === 'positions' ? (
                <Positions account={account} products={all} figures={figures} isOld={heardAt !== null} onOpen={open} />
              ) : tab === 'pending' ? (
                <PendingOrders account={account} products={all} onOpen={open} />
              ) : (
                <HistoryList onOpen={open} />
              )}
            </div>
          </>
        )}
        <Foot />
      </div>
      <Ticket
        market={market}
        product={product}
        account={account}
        ordering={ordering}
        onOrder={setOrdering}
        onClose={() => setOrdering(null)}
      />
    </div>
  );
}

function RowTabs({
  tab,
  onTab,
  counts,
}: {
  tab: Tab;
  onTab: (tab: Tab) => void;
  counts: readonly { state: string }[];
}) {
  const { t } = useTranslation();
  const pending = counts.filter(({ state }) => state === 'pending').length;
  const count = { positions: counts.length - pending, pending, history: 0 };
  const tabs = (['positions', 'pending', 'history'] as const).map((key) => ({
    key,
    label: t(`futures.tabs.${key}`) + (count[key] > 0 ? ` ${count[key]}` : ''),
  }));
  return <Tabs label={t('futures.orders')} tabs={tabs} chosen={tab} onChoose={onTab} controls={PANEL} />;
}

interface ViewsProps {
  market: Market;
  isWide: boolean;
  product: FuturesProductView | null;
  /** What the user has, for the chart; null while it is not known. */
  own: Omit<ComponentProps<typeof ContractMarks>, 'symbol' | 'onMarks'> | null;
}

/** Chart and book: one of them on a phone, both where there is room. */
function Views({ market, isWide, product, own }: ViewsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'chart' | 'book'>('chart');
  const [marks, setMarks] = useState<OwnMarks | undefined>(undefined);
  const isOwnBook = hasOwnQuotation(product);
  const isLate = useIsLate(market);
  const tabs = (['chart', 'book'] as const).map((key) => ({
    key,
    label: t(key === 'chart' ? 'futures.chart' : 'trade.depth'),
  }));
  const book = <MarketDepth market={market} channel={isOwnBook ? 'markets.perpetual-depth' : 'markets.depth'} />;
  return (
    <>
      {!isWide && <Tabs label={t('futures.views')} tabs={tabs} chosen={shown} onChoose={setShown} controls={VIEWS} />}
      <div id={VIEWS} {...(!isWide && { role: 'tabpanel', 'aria-label': t('futures.views') })} className={styles.view}>
        {(isWide || shown === 'chart') && (
          <>
            <MarketChart
              symbol={market.symbol}
              priceDecimals={market.priceDecimals}
              failureWords={(failure) => failureWords(failure, t)}
              dimmed={isLate}
              marks={marks}
            />
            {own && <ContractMarks {...own} symbol={market.symbol} onMarks={setMarks} />}
            {isOwnBook && <p className={styles.chartNote}>{t('futures.chartOfPair', { symbol: market.symbol })}</p>}
          </>
        )}
        {(isWide || shown === 'book') && book}
      </div>
    </>
  );
}

function Guest() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <div className={styles.guest}>
      <p>{t('futures.guestText')}</p>
      <Button component={Link} to={loginPath(pathname + search)} variant="light">
        {t('pages.login')}
      </Button>
    </div>
  );
}

function Foot() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.footer}>
      <button type="button" className={sheetStyles.link} onClick={() => setOpened(true)}>
        {t('futures.insurance')}
      </button>
      <p className={sheetStyles.note}>{t('futures.counterparty')}</p>
      <LosingShare product="contract" className={sheetStyles.note} />
      <InsuranceFund opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}
