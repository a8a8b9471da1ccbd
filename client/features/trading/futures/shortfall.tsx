import { useTranslation } from 'react-i18next';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { FundingLink } from './funding-link';

/** There is not enough in the futures account, and the way to change that. */
export function Shortfall() {
  const { t } = useTranslation();
  return (
    <p className={sheetStyles.problem} role="alert">
      {t('futures.notEnough')} <FundingLink />
    </p>
  );
}
