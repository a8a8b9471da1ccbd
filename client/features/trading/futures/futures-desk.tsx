import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { LosingShare } from '../losing-accounts';
import { InsuranceFund, EndNotices, MarginWarnings } from '../liquidation';
import { DayFigures, DepthChart, PriceHero } from '../../markets/market-figures';
import { failureWords, type Market } from '../../markets/market-list';
import { loginPath } from '../../../platform/login-path';
import { useLoggedIn } from '../../../platform/session';
import { useConnection } from '../../../platform/use-channel';
import { ErrorState } from '../../../ui/error-state';
import { Tabs } from '../../../ui/tabs';
import { useShape } from '../../../ui/use-shape';
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
  hasOwnQuotation,
  useFuturesTicker,
} from '../futures-account';
import { AccountLine } from './account-line';
import { nearestLiquidation, PinnedLiquidation } from '../positions';
import { FuturesBook } from './futures-book';
import { FuturesRows, type RowsTab, scrollToRows } from './futures-rows';
import { bookChannel, FuturesDepth, FuturesViews } from './futures-views';
import styles from './futures-desk.module.css';
import { MarketFigures } from './market-figures';
import { type Taken, Ticket } from './ticket-bar';
import type { Opening } from './use-ticket';

const NO_PRODUCTS: readonly FuturesProductView[] = [];

/** What the page knows of the market and of the futures account, at the marks of now. */
function useFuturesDesk(market: Market) {
  const { data: all = NO_PRODUCTS } = useQuery(productsQuery);
  const { account, failure, reload } = useFuturesAccount();
  const { heardAt } = useConnection();
  const held = account?.positions.map(({ market: symbol }) => symbol) ?? [];
  const marks = useMarks([market.symbol, ...held]);
  const now = useAccountNow(account, all, marks);
  const figures = useMemo(() => (account && now ? liveFigures(account.positions, now) : new Map()), [account, now]);
  const product = all.find(({ market: symbol }) => symbol === market.symbol) ?? null;
  return {
    all,
    account,
    failure,
    reload,
    figures,
    product,
    hasOwnBook: hasOwnQuotation(product),
    ticker: useFuturesTicker(market, product),
    mark: marks.get(market.symbol) ?? null,
    isOld: heardAt !== null,
    areMarksOld: useMarkTooOld(oldestMark(figures.values())) !== null,
  };
}

type FuturesDeskState = ReturnType<typeof useFuturesDesk>;

/** Everything of one futures market, and of the futures account that trades it. */
export function FuturesDesk({ market }: { market: Market }) {
  const shape = useShape();
  const [ordering, setOrdering] = useState<Opening['opened']>(null);
  const [tab, setTab] = useState<RowsTab>('positions');
  const [taken, setTaken] = useState<Taken | null>(null);
  const desk = useFuturesDesk(market);
  const { all, account, figures, product, ticker, mark, isOld } = desk;
  const nearest = account && nearestLiquidation(account.positions, figures, market.symbol);
  const open = () => setOrdering('long');
  const close = useCallback(() => setOrdering(null), []);
  const isWide = shape === 'wide';
  // Where the ticket is a sheet, a price that is tapped opens it, on the side that was chosen before.
  const onPrice = useTake(market, (price) => {
    setTaken({ price });
    if (!isWide) setOrdering('same');
  });
  return (
    <div className={styles.desk} data-pinned={nearest ? true : undefined}>
      <div className={styles.top}>
        <PriceHero market={market} ticker={ticker} withoutMark />
        <MarketFigures market={market} mark={mark} />
        <DayFigures market={market} />
      </div>
      <div className={styles.views}>
        <FuturesViews
          market={market}
          hasBook={shape === 'upright'}
          product={product}
          ticker={ticker}
          onPrice={onPrice}
          own={account && { account, products: all, figures }}
        />
      </div>
      {shape !== 'upright' && (
        <div className={styles.book}>
          <Beside desk={desk} market={market} isWide={isWide} onPrice={onPrice} />
        </div>
      )}
      <div className={styles.own}>
        <EndNotices onShow={() => setTab('history')} />
        <Warnings desk={desk} />
        <Own desk={desk} unit={market.quote} isWide={isWide} tab={tab} onTab={setTab} onOpen={open} />
        <Foot />
      </div>
      <Ticket
        market={market}
        product={product}
        account={account}
        ordering={ordering}
        onOrder={setOrdering}
        onClose={close}
        inline={isWide}
        taken={taken}
      >
        {nearest && (
          <PinnedLiquidation
            nearest={nearest}
            decimals={market.priceDecimals}
            isOld={isOld}
            onShow={() => {
              setTab('positions');
              scrollToRows();
            }}
          />
        )}
      </Ticket>
    </div>
  );
}

/** How near liquidation is, at the marks of now: said as of then where they are old. */
function Warnings({ desk: { account, figures, isOld, areMarksOld } }: Pick<OwnProps, 'desk'>) {
  const { t } = useTranslation();
  const warnings = warningsOf(account?.positions ?? [], figures, t('futures.crossAccount'));
  return <MarginWarnings warnings={warnings} isOld={isOld || areMarksOld} />;
}

/** Takes a price into the ticket; undefined for whoever has none. */
function useTake(market: Market, take: (price: string) => void): ((price: string) => void) | undefined {
  const isLoggedIn = useLoggedIn();
  return isLoggedIn && market.perpetual ? take : undefined;
}

interface BesideProps {
  desk: FuturesDeskState;
  market: Market;
  isWide: boolean;
  onPrice: ((price: string) => void) | undefined;
}

const BOOK = 'futures-book';

/** The book where it has a place of its own, as rows or as a chart: its prices are taken by a tap. */
function Beside({ desk: { ticker, hasOwnBook }, market, isWide, onPrice }: BesideProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'depth' | 'depthChart'>('depth');
  const tabs = (['depth', 'depthChart'] as const).map((key) => ({ key, label: t(`trade.${key}`) }));
  const rows = isWide ? (
    <FuturesBook market={market} ticker={ticker} hasOwnBook={hasOwnBook} onPrice={onPrice} />
  ) : (
    <FuturesDepth market={market} ticker={ticker} hasOwnBook={hasOwnBook} onPrice={onPrice} />
  );
  return (
    <>
      <Tabs
        label={t('trade.depth')}
        tabs={tabs}
        chosen={shown}
        onChoose={setShown}
        controls={BOOK}
        size={isWide ? 'small' : 'section'}
      />
      <div id={BOOK} role="tabpanel" aria-label={t(`trade.${shown}`)}>
        {shown === 'depth' ? rows : <DepthChart market={market} channel={bookChannel(hasOwnBook)} onPrice={onPrice} />}
      </div>
    </>
  );
}

interface OwnProps {
  desk: FuturesDeskState;
  unit: string;
  /** The ticket says beside it what is available: the positions come first. */
  isWide: boolean;
  tab: RowsTab;
  onTab: (tab: RowsTab) => void;
  onOpen: () => void;
}

/** What is the user's own: the account, its positions and orders. */
function Own({ desk, unit, isWide, ...rows }: OwnProps) {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const { all, account, failure, reload, figures, product, isOld, areMarksOld } = desk;
  const totals = account && product ? totalsOf(account, figures, product.currencyId) : null;
  // Its place is kept while it is on its way, so that nothing below it moves.
  const isLineReady = totals !== null || !account || all.length === 0;
  if (!isLoggedIn) return <Guest />;
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  const line = isLineReady && <AccountLine totals={totals} unit={unit} isOld={isOld || areMarksOld} />;
  return (
    <>
      {!isWide && line}
      <FuturesRows account={account} products={all} figures={figures} isOld={isOld} {...rows} />
      {isWide && line}
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
