import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { MarketPrice } from '../../markets/market-list';
import { useWireTime } from '../../account/profile';
import { useMoment } from '../../../ui/use-moment';
import styles from './order-row.module.css';
import { OPEN } from './spot-orders.api';
import { codesOf, filledPercent, isMarketOrder, kindWords, orderState, shownAverage, TONES } from './order-state';

interface Props {
  order: SpotOrderView;
  onOpen: () => void;
  /** Stands at the end, for example the button that cancels. */
  action?: ReactNode;
}

/** An order in a list: what it is, how far it is, and what it was executed at. */
export function OrderRow({ order, onOpen, action }: Props) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const moment = useMoment();
  const { quote, base } = codesOf(order);
  const state = orderState(order);
  const isDemo = order.account_type === 'simulation_account';
  const isBuy = order.type === 1;
  const isMarket = isMarketOrder(order);
  return (
    <div className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.head}>
          <b className={styles.symbol}>{order.symbol}</b>
          <span className={styles.side} data-direction={isBuy ? 'up' : 'down'}>
            {t(isBuy ? 'trade.buy' : 'trade.sell')}
          </span>
          <span className={styles.small}>{kindWords(order, t)}</span>
          <span className={styles.state}>
            <StatePill
              tone={TONES[state]}
              text={state === 'partly' ? t('spot.partly', { percent: filledPercent(order) }) : t(`spot.${state}`)}
            />
          </span>
        </span>
        <span className={styles.figure}>
          <span className={styles.small}>{t(isMarket ? 'spot.average' : 'spot.price')}</span>
          <MarketPrice
            symbol={order.symbol}
            value={isMarket ? shownAverage(order.trade_price) : order.target_price}
            unit={quote}
          />
        </span>
        <span className={styles.figure}>
          <span className={styles.small}>{t('spot.filledOf')}</span>
          <span>
            <MoneyText value={order.filled_amount} /> /{' '}
            <MoneyText value={order.trade_amount} unit={base} demo={isDemo} />
          </span>
        </span>
        <span className={styles.small}>
          {order.expires_at && order.status === OPEN
            ? t('spot.untilMoment', { moment: moment(order.expires_at) })
            : wireTime(order.created_at)}
        </span>
      </button>
      {action}
    </div>
  );
}
