import { ActionIcon } from '@mantine/core';
import { IconBellPlus, IconChevronDown, IconStar, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  ChooseMarket,
  failureWords,
  type Market,
  toggleFavourite,
  type TradePage,
  useMarket,
  useMarketStatusLines,
  useTicker,
  useTickerView,
} from '../../features/markets/market-list';
import { DemoSwitch } from '../../features/wallet/demo';
import { useOrderKeys } from '../../platform/order-keys';
import { usePreferences } from '../../platform/preferences';
import { Column } from '../../ui/column';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { late } from '../../ui/late';
import { PageHeader } from '../../ui/page-header';
import { BodyLoading } from '../../ui/page-loading';
import { StatusPill } from '../../ui/status-pill';
import styles from './market-page.module.css';

interface Props {
  page: TradePage;
  /** Stands before the symbol in the header. */
  title?: string;
  children: (market: Market) => ReactNode;
}

const FIRST_SYMBOL = 'BTC/USDT';

/** Order entry by keyboard, of those who have asked for it. */
const OrderKeys = late(async () => {
  const [keys, { orderKeysWords }, { speakMore }] = await Promise.all([
    import('../../features/trading/order-keys/order-keys.late'),
    import('../../languages/order-keys'),
    import('../../languages'),
  ]);
  await speakMore(orderKeysWords);
  return keys.OrderKeys;
});

/** What the pages of one market share: the header that changes the market, the status, and what if there is none. */
export function MarketPage({ page, title, children }: Props) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const symbol = parameters.get('symbol') ?? FIRST_SYMBOL;
  const [choosing, setChoosing] = useState(false);
  const hasKeys = useOrderKeys() && page !== 'option';
  const { market, result } = useMarket(symbol);
  useTickerView([symbol]);
  const ticker = useTicker(symbol);
  const lines = useMarketStatusLines(market ? ticker : null);
  const [base, quote] = symbol.split('/');
  const pair = (
    <h1 className={styles.pair}>
      <button type="button" className={styles.choose} onClick={() => setChoosing(true)} aria-haspopup="dialog">
        {title && <span className={styles.kind}>{title}</span>}
        <span className={styles.symbol}>
          <span>
            {base}/<wbr />
            {quote}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </span>
      </button>
    </h1>
  );
  return (
    <>
      <PageHeader wide back={page === 'contract'} title={pair} actions={market && <Actions symbol={symbol} />} />
      <Column wide>
        <StatusPill lines={lines} />
        {market ? (
          <div className={styles.market}>{children(market)}</div>
        ) : result.arriving ? (
          <BodyLoading />
        ) : result.failure ? (
          <ErrorState text={failureWords(result.failure, t)} onRetry={() => void result.reload()} />
        ) : (
          <EmptyState
            text={t('markets.unknownText', { symbol })}
            action={{ label: t('markets.choose'), onClick: () => setChoosing(true) }}
          />
        )}
      </Column>
      {hasKeys && <OrderKeys onSearch={() => setChoosing(true)} />}
      <ChooseMarket opened={choosing} onClose={() => setChoosing(false)} result={result} page={page} />
    </>
  );
}

function Actions({ symbol }: { symbol: string }) {
  return (
    <>
      <DemoSwitch />
      <AlertLink symbol={symbol} />
      <FavouriteButton symbol={symbol} />
    </>
  );
}

/** To a new price alert of this market. */
function AlertLink({ symbol }: { symbol: string }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to={`/pages/alerts/index?symbol=${encodeURIComponent(symbol)}`}
      aria-label={t('markets.setAlert', { symbol })}
    >
      <IconBellPlus size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

function FavouriteButton({ symbol }: { symbol: string }) {
  const { t } = useTranslation();
  const favourite = usePreferences().favourites.includes(symbol);
  const Star = favourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      aria-label={t(favourite ? 'markets.removeFavourite' : 'markets.addFavourite', { symbol })}
      aria-pressed={favourite}
      onClick={() => toggleFavourite(symbol)}
      className={favourite ? (styles.favourite ?? '') : ''}
    >
      <Star size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
