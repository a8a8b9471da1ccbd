import { useTranslation } from 'react-i18next';
import { TrustRules } from '../../features/trading/trust';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function TrustRulesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('trust.rules')} back />
      <Column>
        <TrustRules />
      </Column>
    </>
  );
}
