import { useTranslation } from 'react-i18next';
import { Agreement } from '../../features/account/login';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function AgreePage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.agreement')} back />
      <Column>
        <Agreement />
      </Column>
    </>
  );
}
