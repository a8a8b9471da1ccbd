import { useTranslation } from 'react-i18next';
import { OWN, readSecurityLog } from './account.api';
import { PagedLog } from './paged-log';

export const SECURITY_LOG_KEY = [OWN, 'security-log'];

/** What has happened to the security of the account, what strangers tried included. */
export function SecurityLog() {
  const { t } = useTranslation();
  return (
    <PagedLog
      queryKey={SECURITY_LOG_KEY}
      read={readSecurityLog}
      empty={t('activity.empty')}
      more={({ device, ip }) => [device, ip].filter((part) => part !== '').join(' · ')}
    />
  );
}
