import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { truncate } from '../../../../server/contract/money';
import { MoneyText } from '../../../ui/money-text';
import { Bone } from '../../../ui/skeletons';
import { AmountsEye } from './amounts-eye';
import { worthOf } from './holdings';
import styles from './portfolio-line.module.css';
import { useLateTotal } from './use-late-total';
import { useQuotes } from './use-quotes';
import { useWallet } from './use-wallet';

/** What fits at full size on a small phone. */
const LONG = 12;

/** What the user owns, in one line that leads to it. */
export function PortfolioLine() {
  const { t } = useTranslation();
  const { holdings, failure } = useWallet();
  const { quotes, isSilent } = useQuotes(holdings);
  const worth = holdings && worthOf(holdings, quotes);
  const late = useLateTotal(worth?.age ?? null, isSilent);
  const total = worth ? truncate(worth.total, 2) : '';
  const unpriced = worth?.unpriced ?? [];
  return (
    <div className={styles.line}>
      <Link to="/pages/account/index" className={styles.link}>
        <span className={styles.title}>
          {`${t('wallet.total')} (USDT)`}
          {late !== null && ` · ${late}`}
          {unpriced.length > 0 && ` · ${t('wallet.unpriced', { coins: unpriced.join(', ') })}`}
        </span>
        <span
          className={styles.total}
          data-long={total.length > LONG || undefined}
          data-dimmed={late !== null || unpriced.length > 0 || undefined}
        >
          {worth ? <MoneyText value={total} decimals={2} secret /> : failure ? '—' : <Bone width={140} height={24} />}
          <IconChevronRight size={18} aria-hidden />
        </span>
      </Link>
      <AmountsEye />
    </div>
  );
}
