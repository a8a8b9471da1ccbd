import { useTranslation } from 'react-i18next';
import { NotificationChoices } from '../../features/account/notifications';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function NotificationsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('accountSettings.notifications')} back />
      <Column>
        <NotificationChoices />
      </Column>
    </>
  );
}
