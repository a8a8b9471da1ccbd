import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useIsDemo } from '../../../platform/account-type';
import { futuresStyles as styles } from '../futures-account';

/** The way to more money in the contract account: a transfer, or in the demo the account that can be topped up. */
export function FundingLink() {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  return (
    <Link
      className={styles.link}
      to={isDemo ? '/pages/assets/tradeAccount?account=contract' : '/pages/transfer/index?to=contract'}
    >
      {t(isDemo ? 'demo.topUp' : 'wallet.transfer')}
    </Link>
  );
}
