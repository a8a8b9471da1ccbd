import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AddAddressForm } from '../../features/wallet/withdrawals';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

export default function AddAddressPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const done = () => {
    toast(t('addressBook.added'));
    const hasHistory = (window.history.state as { idx?: number } | null)?.idx;
    void (hasHistory ? navigate(-1) : navigate('/pages/user/address/index', { replace: true }));
  };
  return (
    <>
      <PageHeader title={t('pages.addAddress')} back />
      <Column>
        <AddAddressForm onDone={done} />
      </Column>
    </>
  );
}
