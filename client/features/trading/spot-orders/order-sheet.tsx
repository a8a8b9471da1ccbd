import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotAmendmentView, SpotFillView, SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type {
  SpotExitView,
  SpotStopReceiptView,
  SpotStopView,
} from '../../../../server/contract/trading/spot-stops.dto';
import { failureWords } from '../../../platform/failure-words';
import { formatClock } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import { useMoment } from '../../../ui/use-moment';
import { useWireTime } from '../../account/profile';
import { MarketPrice } from '../../markets/market-list';
import { AmendExit, AmendExitSheet } from './amend-exit';
import { AmendOrder, AmendSheet } from './amend-order';
import { AmendPair } from './amend-stop';
import { AmendStopSheet } from './amend-stop-sheet';
import { CancelExit } from './cancel-exit';
import { CancelOrder } from './cancel-order';
import { type Fact, FactList } from './fact-list';
import styles from './order-sheet.module.css';
import { codesOf, isMarketOrder, kindWords, orderState, shownAverage, TONES } from './order-state';
import { OPEN, orderDetailOf } from './spot-orders.api';

interface Props {
  /** Null: no order is looked at. */
  order: SpotOrderView | null;
  onClose: () => void;
}

/** One order with every execution of it. */
export function OrderSheet({ order, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('spot.order')} opened={order !== null} onClose={onClose} tall>
      {order && <Detail row={order} />}
    </Sheet>
  );
}

function Detail({ row }: { row: SpotOrderView }) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<SpotOrderView | null>(null);
  const [amended, setAmended] = useState<SpotStopView | null>(null);
  const [leaving, setLeaving] = useState<SpotOrderView | null>(null);
  const wireTime = useWireTime();
  const moment = useMoment();
  const { data, error, refetch } = useQuery(orderDetailOf(row.id, row.account_type));
  const order = data?.order ?? row;
  const { base, quote } = codesOf(order);
  const demo = order.account_type === 'simulation_account';
  const state = orderState(order);
  const price = (value: string | null) => <MarketPrice symbol={order.symbol} value={value} unit={quote} />;
  const words = state === 'partly' ? t('spot.open') : t(`spot.${state}`);
  return (
    <div className={styles.body}>
      <FactList
        facts={[
          { label: order.symbol, value: <StatePill tone={TONES[state]} text={words} /> },
          {
            label: t('spot.kind'),
            value: `${t(order.type === 1 ? 'trade.buy' : 'trade.sell')} · ${kindWords(order, t)}`,
          },
          ...(isMarketOrder(order) ? [] : [{ label: t('spot.limitPrice'), value: price(order.target_price) }]),
          { label: t('spot.average'), value: price(shownAverage(order.trade_price)) },
          { label: t('spot.quantity'), value: <MoneyText value={order.trade_amount} unit={base} demo={demo} /> },
          { label: t('spot.executed'), value: <MoneyText value={order.filled_amount} unit={base} demo={demo} /> },
          { label: t('spot.total'), value: <MoneyText value={order.total} unit={quote} demo={demo} /> },
          { label: t('spot.fee'), value: <MoneyText value={order.charge_fee} unit={quote} demo={demo} /> },
          ...(order.expires_at ? [{ label: t('spot.until'), value: moment(order.expires_at) }] : []),
          ...(order.exit ? exitFacts(order.exit, price, { t, moment }) : []),
          ...(order.stop ? stopFacts(order.stop, price, { t, moment }) : []),
          { label: t('spot.placed'), value: wireTime(order.created_at) },
          { label: t('spot.number'), value: <span className="numbers">{order.id}</span> },
        ]}
      />
      <h3 className={styles.heading}>{t('spot.fills')}</h3>
      {error && !data ? (
        <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
      ) : data ? (
        <Fills fills={data.fills} base={base} quote={quote} demo={demo} price={price} />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {data && data.amendments.length > 0 && <Amendments rows={data.amendments} symbol={order.symbol} price={price} />}
      {order.status === OPEN &&
        (order.paired_stop_id === null ? (
          <AmendOrder order={order} onAmend={setChanged} />
        ) : (
          <AmendPair order={order} onAmend={setAmended} />
        ))}
      <AmendSheet order={changed} onClose={() => setChanged(null)} />
      <AmendStopSheet stop={amended} onClose={() => setAmended(null)} />
      <AmendExit order={order} onAmend={setLeaving} />
      <AmendExitSheet order={leaving} onClose={() => setLeaving(null)} />
      {order.exit?.status === 'waiting' && <CancelExit order={order} />}
      {order.status === OPEN && <CancelOrder order={order} />}
    </div>
  );
}

/** What the purchase leaves behind, and how that stands. */
function exitFacts(
  exit: SpotExitView,
  price: (value: string | null) => ReactNode,
  { t, moment }: { t: TFunction; moment: (at: number) => string },
): Fact[] {
  const { take_profit_price: takeProfit, stop_loss_price: stopLoss } = exit;
  return [
    ...(takeProfit === null ? [] : [{ label: t('spot.takeProfit'), value: price(takeProfit) }]),
    ...(stopLoss === null ? [] : [{ label: t('spot.stopLoss'), value: price(stopLoss) }]),
    ...(exit.expires_at ? [{ label: t('spot.exitUntil'), value: moment(exit.expires_at) }] : []),
    { label: t('spot.exit'), value: t(`spot.exitStates.${exit.status}`) },
  ];
}

/** Which stop placed it, and the last price that reached that. */
function stopFacts(
  stop: SpotStopReceiptView,
  price: (value: string | null) => ReactNode,
  { t, moment }: { t: TFunction; moment: (at: number) => string },
): Fact[] {
  return [
    {
      label: t('spot.byStop'),
      value: (
        <span>
          {stop.direction === 'rise' ? '≥ ' : '≤ '}
          {price(stop.trigger_price)}
        </span>
      ),
    },
    {
      label: t('spot.reachedBy'),
      value: (
        <span>
          {price(stop.triggered_price)} · {moment(stop.triggered_at)}
        </span>
      ),
    },
  ];
}

interface AmendmentsProps {
  rows: readonly SpotAmendmentView[];
  symbol: string;
  price: (value: string | null) => ReactNode;
}

/** What its user changed of it, the newest first. */
function Amendments({ rows, symbol, price }: AmendmentsProps) {
  const { t } = useTranslation();
  const { base } = codesOf({ symbol });
  const moment = useMoment();
  return (
    <>
      <h3 className={styles.heading}>{t('spot.amendments')}</h3>
      <ul>
        {rows.map((row, place) => (
          // By its number, from the first change on: two may be of one moment.
          <li key={rows.length - place} className={styles.fill}>
            <span className={styles.line}>
              <span>
                <MarketPrice symbol={symbol} value={row.limit_before} /> → {price(row.limit_after)}
              </span>
              <span>
                <MoneyText value={row.quantity_before} /> → <MoneyText value={row.quantity_after} unit={base} />
              </span>
            </span>
            <span className={`numbers ${styles.small}`}>{moment(row.at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FillsProps {
  fills: readonly SpotFillView[];
  base: string;
  quote: string;
  demo: boolean;
  price: (value: string | null) => ReactNode;
}

function Fills({ fills, base, quote, demo, price }: FillsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (fills.length === 0) return <p className={styles.none}>{t('spot.noFills')}</p>;
  return (
    <ul>
      {fills.map((fill) => (
        <li key={fill.id} className={styles.fill}>
          <span className={styles.line}>
            <MoneyText value={fill.quantity} unit={base} demo={demo} />
            {price(shownAverage(fill.price))}
          </span>
          <span className={styles.small}>
            <span className="numbers">{formatClock(fill.at, language)}</span>
            <span>
              {t('spot.fee')} <MoneyText value={fill.fee} unit={quote} demo={demo} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
