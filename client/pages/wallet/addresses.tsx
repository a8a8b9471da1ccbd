import { useTranslation } from 'react-i18next';
import { AddressBook } from '../../features/wallet/withdrawals';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { LinkList } from '../../ui/link-list';
import { PageHeader } from '../../ui/page-header';

export default function AddressesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.addresses')} back />
      <Column>
        <FormIntro text={t('addressBook.text')} />
        <AddressBook />
        <LinkList links={[{ to: '/pages/user/address/bank', label: t('pages.bankCard') }]} />
      </Column>
    </>
  );
}
