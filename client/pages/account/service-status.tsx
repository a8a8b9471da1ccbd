import { useTranslation } from 'react-i18next';
import { ServiceStatus } from '../../features/account/service-status';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** How each part of the product is and was, for everybody. */
export default function ServiceStatusPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.status')} back />
      <Column>
        <ServiceStatus />
      </Column>
    </>
  );
}
