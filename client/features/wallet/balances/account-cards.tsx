import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { truncate } from '../../../../server/contract/money';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { useIsDemo } from '../../../platform/account-type';
import { MoneyText } from '../../../ui/money-text';
import { ShareDot } from '../../../ui/share-ring';
import { Bone } from '../../../ui/skeletons';
import { usePriceAge } from '../../markets/market-list';
import styles from './account-cards.module.css';
import type { Worth } from './holdings';

/** Longer totals need the whole row: an amount is never cut off. */
const LONGEST_BESIDE = 13;

/** What the word for demo money takes of it. */
const DEMO_TAKES = 5;

function isLong({ total }: Worth, isDemo: boolean): boolean {
  return truncate(total, 2).length > LONGEST_BESIDE - (isDemo ? DEMO_TAKES : 0);
}

export const accountPath = (account: WalletAccount) => `/pages/assets/tradeAccount?account=${account}`;

/** The four accounts with what each is worth; each leads to its coins. */
export function AccountCards({ worths }: { worths: Record<WalletAccount, Worth> | null }) {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  return (
    <section aria-labelledby="wallet-accounts">
      <h2 id="wallet-accounts" className={styles.heading}>
        {t('wallet.accounts')}
      </h2>
      <ul
        className={styles.cards}
        data-wide={(worths && Object.values(worths).some((one) => isLong(one, isDemo))) || undefined}
      >
        {WALLET_ACCOUNTS.map((account, part) => (
          <li key={account}>
            <Link to={accountPath(account)} className={styles.card}>
              <span className={styles.name}>
                <ShareDot part={part} />
                <span className={styles.words}>{t(`wallet.${account}`)}</span>
                <IconChevronRight size={16} className={styles.arrow ?? ''} aria-hidden />
              </span>
              <Total worth={worths?.[account] ?? null} />
              <span className={styles.unit}>USDT</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Dimmed where a price in it is not live. */
function Total({ worth }: { worth: Worth | null }) {
  const age = usePriceAge(worth?.age ?? null);
  const isOld = worth !== null && worth.age !== null && age.kind !== 'live';
  return (
    <span className={styles.total} data-dimmed={isOld || undefined}>
      {worth ? <MoneyText value={worth.total} decimals={2} secret /> : <Bone width={88} height={18} />}
    </span>
  );
}
