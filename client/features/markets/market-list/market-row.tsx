import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { type ComponentType, memo, type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PriceOrigin, TickerView } from '../../../../server/contract/markets/markets.dto';
import { formatCompact } from '../../../platform/format';
import { AgeBadge } from '../../../ui/age-badge';
import { ChangePill } from '../../../ui/change-pill';
import { useOpeningWords } from '../../../ui/opening-words';
import { PriceText } from '../../../ui/price-text';
import { Sparkline } from '../../../ui/sparkline';
import { toggleFavourite } from './favourites';
import { useTicker } from './live-tickers';
import { useMarketName } from './market-name';
import type { Market } from './market';
import styles from './market-row.module.css';
import { usePriceAge } from './use-price-age';
import { useLanguage } from '../../../platform/preferences';

/** What a list of futures knows of each of them beside its pair. */
export interface FuturesParts {
  /** Said beside its name. */
  Note: ComponentType<{ symbol: string }>;
  /** Hands on the row that its futures are traded by. */
  Quote: ComponentType<{ market: Market; children: (ticker: TickerView) => ReactNode }>;
  /** Follows the prices that the futures of these markets are traded by; draws nothing. `onKnown`: they have all been heard of. */
  Follow: ComponentType<{ symbols: readonly string[]; onKnown: (known: FuturesTickers) => void }>;
}

export interface FuturesTickers {
  /** A market's row with the price that its futures are traded by now. */
  of: (ticker: TickerView) => TickerView;
}

interface Props {
  market: Market;
  favourite: boolean;
  /** Where the row leads. */
  to: string;
  /** Where the page says that its prices come from. */
  announcedOrigin?: PriceOrigin | null;
  /** Of a list of futures. */
  parts?: FuturesParts | null;
  /** For watching which rows are on the screen. */
  rowRef: (symbol: string, element: HTMLElement | null) => void;
}

/** One market of a list: symbol and name, a day's line, live price with its age, change. */
export const MarketRow = memo(function MarketRow(props: Props) {
  const { market, favourite, to, announcedOrigin = null, parts = null, rowRef } = props;
  const { t } = useTranslation();
  const { symbol, base, quote, spark } = market;
  const name = useMarketName()(market);
  const ref = useCallback((element: HTMLElement | null) => rowRef(symbol, element), [rowRef, symbol]);
  const rising = (spark.at(-1) ?? 0) >= (spark[0] ?? 0);
  const Star = favourite ? IconStarFilled : IconStar;
  return (
    <li className={styles.row} ref={ref}>
      <button
        type="button"
        className={styles.star}
        data-on={favourite || undefined}
        aria-pressed={favourite}
        aria-label={t(favourite ? 'markets.removeFavourite' : 'markets.addFavourite', { symbol })}
        onClick={() => toggleFavourite(symbol)}
      >
        <Star size={16} stroke={1.6} aria-hidden />
      </button>
      <Link to={to} className={styles.link}>
        <span className={styles.names}>
          <span className={styles.symbol}>
            <b>{base}</b>
            <span className={styles.quote}>/{quote}</span>
          </span>
          <span className={styles.name}>
            <RowNote market={market} name={name} Note={parts?.Note ?? null} />
          </span>
        </span>
        <Sparkline values={spark} direction={rising ? 'up' : 'down'} />
        {parts ? (
          <parts.Quote market={market}>
            {(ticker) => <Figures market={market} ticker={ticker} announcedOrigin={announcedOrigin} />}
          </parts.Quote>
        ) : (
          <RowFigures market={market} announcedOrigin={announcedOrigin} />
        )}
      </Link>
    </li>
  );
});

interface NoteProps {
  market: Market;
  name: string;
  Note: FuturesParts['Note'] | null;
}

/** The name; of a closed market when it opens. */
function RowNote({ market, name, Note }: NoteProps) {
  const { t } = useTranslation();
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const age = usePriceAge(ticker);
  const opens = useOpeningWords('opensAt' in age ? age.opensAt : null);
  if (opens !== null) return t('status.opensAt', { time: opens });
  return (
    <>
      {Note && <Note symbol={market.symbol} />}
      {name}
    </>
  );
}

interface FiguresProps {
  market: Market;
  ticker: TickerView;
  announcedOrigin: PriceOrigin | null;
}

function RowFigures({ market, announcedOrigin }: Omit<FiguresProps, 'ticker'>) {
  const ticker = useTicker(market.symbol) ?? market.ticker;
  return <Figures market={market} ticker={ticker} announcedOrigin={announcedOrigin} />;
}

/** The cells that change with every tick. */
function Figures({ market, ticker, announcedOrigin }: FiguresProps) {
  const language = useLanguage();
  const age = usePriceAge(ticker);
  const dimmed = age.kind !== 'live';
  return (
    <>
      <span className={styles.price}>
        <PriceText value={ticker.last} decimals={market.priceDecimals} dimmed={dimmed} flashes />
        <span className={styles.under}>
          <AgeBadge
            age={age}
            origin={ticker.origin}
            compact
            originAnnounced={ticker.origin === announcedOrigin}
            withoutOpening
          />
          {!dimmed && <span className="numbers">{formatCompact(ticker.quoteVolume ?? ticker.volume, language)}</span>}
        </span>
      </span>
      <ChangePill change={ticker.change} dimmed={dimmed} />
    </>
  );
}
