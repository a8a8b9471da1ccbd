import { useTranslation } from 'react-i18next';
import { futuresStyles as styles } from '../futures-account';
import { FundingLink } from './funding-link';

/** There is not enough in the contract account, and the way to change that. */
export function Shortfall() {
  const { t } = useTranslation();
  return (
    <p className={styles.problem} role="alert">
      {t('futures.notEnough')} <FundingLink />
    </p>
  );
}
