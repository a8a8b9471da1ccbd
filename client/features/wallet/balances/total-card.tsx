import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { truncate } from '../../../../server/contract/money';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { useAgeWords } from '../../../ui/age-badge';
import { MoneyText } from '../../../ui/money-text';
import { Bone } from '../../../ui/skeletons';
import { usePriceAge } from '../../markets/market-list';
import { AmountsEye } from './amounts-eye';
import { DayProfit } from './day-profit';
import type { Worth } from './holdings';
import styles from './total-card.module.css';

interface Props {
  title: string;
  /** Whose profit of 24 hours it tells. */
  account: WalletAccount | 'all';
  /** Null while nothing has arrived. */
  worth: Worth | null;
  tickers: readonly TickerView[];
  /** Stands on the right, for example a ring. */
  aside?: ReactNode;
}

const UNIT = 'USDT';
/** What fits at full size beside the ring on a small phone. */
const LONG = 12;
const VERY_LONG = 18;

/** What it is all worth, what was won or lost in a day, and what is not counted in. */
export function TotalCard({ title, account, worth, tickers, aside }: Props) {
  const { t } = useTranslation();
  const age = usePriceAge(oldestOf(tickers));
  const words = useAgeWords(age);
  const isLate = tickers.length > 0 && age.kind !== 'live';
  const { length } = worth ? truncate(worth.total, 2) : '';
  const size = length > VERY_LONG ? 'small' : length > LONG ? 'medium' : undefined;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.words}>
        <div className={styles.title}>
          <h2>{`${title} (${UNIT})`}</h2>
          <AmountsEye />
        </div>
        <p className={styles.total} data-size={size} data-dimmed={isLate || undefined}>
          {worth ? <MoneyText value={worth.total} decimals={2} secret /> : <Bone width={180} height={32} />}
        </p>
        <DayProfit account={account} />
        {isLate && <p className={styles.note}>{words}</p>}
        {worth && worth.unpriced.length > 0 && (
          <p className={styles.note}>{t('wallet.unpriced', { coins: worth.unpriced.join(', ') })}</p>
        )}
      </div>
      {aside}
    </section>
  );
}

/** The ticker whose price is the oldest: the whole is no newer than it. */
function oldestOf(tickers: readonly TickerView[]): TickerView | null {
  return tickers.reduce<TickerView | null>(
    (oldest, ticker) => (oldest === null || (ticker.pricedAt ?? 0) < (oldest.pricedAt ?? 0) ? ticker : oldest),
    null,
  );
}
