import { useTranslation } from 'react-i18next';
import { PasskeyList } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function PasskeysPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('passkeys.title')} back />
      <Column>
        <PasskeyList />
      </Column>
    </>
  );
}
