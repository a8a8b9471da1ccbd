import { useTranslation } from 'react-i18next';
import { useFromNow } from '../../../platform/use-now';
import { secondsTooOld } from '../../../ui/age';
import { MoneyText } from '../../../ui/money-text';
import { useDelayedWords } from '../../../ui/use-delayed-words';
import type { SubAccountNow } from './sub-accounts.api';
import styles from './sub-accounts.module.css';

interface Props {
  account: SubAccountNow;
  /** Without the decimals that say nothing. */
  brief?: boolean;
}

/** What a sub-account is worth, and how old that is where it should be newer. */
export function SubAccountWorth({ account: { worth, asOf }, brief = false }: Props) {
  const delayed = useDelayedWords();
  const tooOld = useFromNow((now) => secondsTooOld(asOf, now) ?? -1);
  const isOld = tooOld >= 0;
  return (
    <span className={styles.worth} data-dimmed={isOld || undefined}>
      <MoneyText brief={brief} value={worth.usdt} unit="USDT" />
      {isOld && <span className={styles.small}> · {delayed(tooOld)}</span>}
    </span>
  );
}

/** Which coins are in it and not in its worth. */
export function Unpriced({ account: { worth } }: Pick<Props, 'account'>) {
  const { t } = useTranslation();
  if (worth.unpriced.length === 0) return null;
  return <span className={styles.small}>{t('subAccounts.unpriced', { coins: worth.unpriced.join(', ') })}</span>;
}
