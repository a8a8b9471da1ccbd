import { useTranslation } from 'react-i18next';
import { OwnLimits } from '../../features/wallet/own-limits';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function LimitsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('security.limits')} back />
      <Column>
        <OwnLimits />
      </Column>
    </>
  );
}
