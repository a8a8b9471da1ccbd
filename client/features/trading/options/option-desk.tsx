import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { steadyNow } from '../../../platform/server-clock';
import { useLoggedIn } from '../../../platform/session';
import { useFromNow } from '../../../platform/use-now';
import type { ChartLayer } from '../../../ui/chart-drawing';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { formatPrice } from '../../../ui/cut-price';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { type Market, TradedElsewhere } from '../../markets/market-list';
import { ConfirmOption, type Wanted } from './confirm-option';
import {
  OpenOrders,
  type OpenOrdersResult,
  type OptionWish,
  ResultSheet,
  type Stand,
  standOf,
  termsOf,
  useIndexSeconds,
  useOpenOrders,
} from '../option-orders';
import styles from './option-desk.module.css';
import { OrderLayer } from './order-layer';
import { Ticket } from './ticket';
import { useBlocked } from './use-blocked';
import { usePayable } from './use-payable';

interface Props {
  market: Market;
  /** Takes what is to be drawn on the market's chart. */
  onLayer: (layer: ChartLayer) => void;
}

/** Everything of options on a market's page below the chart: the ticket, the open orders, and how they end. */
export function OptionDesk({ market, onLayer }: Props) {
  const isLoggedIn = useLoggedIn();
  const open = useOpenOrders();
  const [wanted, setWanted] = useState<Pick<Wanted, 'wish' | 'unit' | 'opening'> | null>(null);
  const blocked = useBlocked(market);
  return (
    <>
      <ChartOrders market={market} orders={open.orders} onLayer={onLayer} />
      <Buying
        market={market}
        blocked={blocked}
        onWant={(wish, unit) => setWanted({ wish, unit, opening: steadyNow() })}
      />
      {isLoggedIn && <OpenOrders result={open} symbol={market.symbol} />}
      <ConfirmOption
        wanted={wanted && { ...wanted, symbol: market.symbol, blocked }}
        onClose={() => setWanted(null)}
        onBought={() => setWanted(null)}
      />
      <ResultSheet ended={open.ended} opened={wanted === null} onClose={open.putAway} />
    </>
  );
}

interface BuyingProps {
  market: Market;
  blocked: string | null;
  onWant: (wish: OptionWish, unit: string) => void;
}

function Buying({ market, blocked, onWant }: BuyingProps) {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const terms = useQuery({ ...termsOf(market.id), enabled: market.option });
  const payable = usePayable(market.id);
  if (!market.option) return <TradedElsewhere market={market} text={t('option.notOffered')} />;
  const [failure, again] = terms.data ? [payable.error, payable.refetch] : [terms.error, terms.refetch];
  if (failure && !(terms.data && payable.data)) {
    return <ErrorState text={failureWords(failure, t)} onRetry={() => void again()} />;
  }
  if (!terms.data || (isLoggedIn && !payable.data)) {
    return (
      <div className={styles.waiting}>
        <CardSkeleton rows={5} />
      </div>
    );
  }
  if (terms.data.length === 0) return <EmptyState text={t('option.noTerms')} />;
  return (
    <Ticket market={market} terms={terms.data} currencies={payable.data ?? []} blocked={blocked} onWant={onWant} />
  );
}

const STANDS = ['ahead', 'behind', 'level', 'settling'] as const satisfies readonly Stand[];
const ARROWS = { rise: '↑', fall: '↓', even: '=' } as const;

interface ChartOrdersProps extends Props {
  orders: OpenOrdersResult['orders'];
}

/** The open orders of the market on its chart, each with how it stands now. By itself: it goes by each second of the index. */
function ChartOrders({ market, orders, onLayer }: ChartOrdersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const layer = useMemo(() => new OrderLayer(), []);
  useEffect(() => onLayer(layer), [layer, onLayer]);
  const own = useMemo(() => (orders ?? []).filter(({ match_id: id }) => id === market.id), [orders, market.id]);
  const live = useIndexSeconds(market.symbol, own);
  const stands = useFromNow((now) => own.map((order) => standOf(order, live, now) ?? '').join(' '));
  useEffect(() => {
    const known = stands.split(' ');
    layer.show(
      own.map((order, place) => {
        const stand = STANDS.find((one) => one === known[place]) ?? null;
        const arrow = ARROWS[order.direction];
        return {
          entry: Number(order.open_price),
          text: formatPrice(order.open_price, language, market.priceDecimals),
          from: order.window_from_ms,
          to: order.closes_at_ms,
          stand,
          words: stand === null ? arrow : `${arrow} ${t(`option.${stand}`)}`,
        };
      }),
    );
  }, [layer, own, stands, market.priceDecimals, language, t]);
  return null;
}
