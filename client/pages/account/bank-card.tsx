import { useTranslation } from 'react-i18next';
import { BankCard } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function BankCardPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.bankCard')} back />
      <Column>
        <BankCard />
      </Column>
    </>
  );
}
