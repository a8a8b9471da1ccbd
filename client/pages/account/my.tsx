import { useTranslation } from 'react-i18next';
import { AccountCard } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { AccountLinks } from './account-links';

export default function MyPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('my.title')} />
      <Column>
        <AccountCard />
        <AccountLinks />
      </Column>
    </>
  );
}
