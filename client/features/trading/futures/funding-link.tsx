import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useIsDemo } from '../../../platform/account-type';
import sheetStyles from '../../../ui/trade-sheet.module.css';

/** The way to more money in the futures account: a transfer, or in the demo the account that can be topped up. */
export function FundingLink() {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  return (
    <Link
      className={sheetStyles.link}
      to={isDemo ? '/pages/assets/tradeAccount?account=contract' : '/pages/transfer/index?to=contract'}
    >
      {t(isDemo ? 'demo.topUp' : 'wallet.transfer')}
    </Link>
  );
}
