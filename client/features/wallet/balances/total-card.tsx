import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { truncate } from '../../../../server/contract/money';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { MoneyText } from '../../../ui/money-text';
import { Bone } from '../../../ui/skeletons';
import { AmountsEye } from './amounts-eye';
import { DayProfit } from './day-profit';
import type { Worth } from './holdings';
import styles from './total-card.module.css';
import { useLateTotal } from './use-late-total';

interface Props {
  title: string;
  /** Whose profit of 24 hours it tells. */
  account: WalletAccount | 'all';
  /** Null while nothing has arrived. */
  worth: Worth | null;
  /** The stream of the prices tells nothing. */
  isSilent: boolean;
  /** Stands on the right, for example a ring. */
  aside?: ReactNode;
}

const UNIT = 'USDT';
/** What fits at full size beside the ring on a small phone. */
const LONG = 12;
const VERY_LONG = 18;

/** What it is all worth, what was won or lost in a day, and what is not counted in. */
export function TotalCard({ title, account, worth, isSilent, aside }: Props) {
  const { t } = useTranslation();
  const late = useLateTotal(worth?.age ?? null, isSilent);
  const { length } = worth ? truncate(worth.total, 2) : '';
  const size = length > VERY_LONG ? 'small' : length > LONG ? 'medium' : undefined;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.words}>
        <div className={styles.title}>
          <h2>{`${title} (${UNIT})`}</h2>
          <AmountsEye />
        </div>
        <div className={styles.total} data-size={size} data-dimmed={late !== null || undefined}>
          {worth ? <MoneyText value={worth.total} decimals={2} secret /> : <Bone width={180} height={32} />}
        </div>
        <DayProfit account={account} />
        {late !== null && <p className={styles.note}>{late}</p>}
        {worth && worth.unpriced.length > 0 && (
          <p className={styles.note}>{t('wallet.unpriced', { coins: worth.unpriced.join(', ') })}</p>
        )}
      </div>
      {aside}
    </section>
  );
}
