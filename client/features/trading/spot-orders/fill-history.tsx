import { useTranslation } from 'react-i18next';
import type { SpotOwnFillView } from '../../../../server/contract/trading/spot.dto';
import { useAccountType } from '../../../platform/account-type';
import { usePages } from '../../../platform/use-pages';
import { BriefMoney } from '../../../ui/brief-money';
import { EndlessRows } from '../../../ui/endless-rows';
import { MoneyText } from '../../../ui/money-text';
import { useMoment } from '../../../ui/use-moment';
import { MarketPrice } from '../../markets/market-list';
import styles from './fill-history.module.css';
import { codesOf, shownAverage } from './order-state';
import { fillsKey, type Pair, readFills } from './spot-orders.api';

interface Props {
  /** Null: all markets. */
  pair: Pair | null;
  /** What stands there instead of rows. */
  empty: { text: string; action?: { label: string; onClick: () => void } };
}

/** Every execution of every order, one list. */
export function FillHistory({ pair, empty }: Props) {
  const type = useAccountType();
  const pages = usePages(fillsKey(pair, type), (page, signal) => readFills(pair, type, page, signal));
  return (
    <EndlessRows pages={pages} shown={pages.rows ?? []} empty={empty}>
      {(fill) => <FillRow fill={fill} />}
    </EndlessRows>
  );
}

function FillRow({ fill }: { fill: SpotOwnFillView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { base, quote } = codesOf(fill);
  const isBuy = fill.type === 1;
  const isDemo = fill.account_type === 'simulation_account';
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span>
          <b className={styles.symbol}>{fill.symbol}</b>{' '}
          <span className={styles.side} data-direction={isBuy ? 'up' : 'down'}>
            {t(isBuy ? 'trade.buy' : 'trade.sell')}
          </span>
        </span>
        <MarketPrice symbol={fill.symbol} value={shownAverage(fill.price)} unit={quote} />
      </span>
      <span className={styles.line}>
        <MoneyText value={fill.quantity} unit={base} demo={isDemo} />
        <BriefMoney value={fill.amount} unit={quote} demo={isDemo} />
      </span>
      <span className={styles.small}>
        <span className="numbers">{moment(fill.at)}</span>
        <span>
          {t('spot.fee')} <BriefMoney value={fill.fee} unit={quote} demo={isDemo} />
        </span>
      </span>
    </div>
  );
}
