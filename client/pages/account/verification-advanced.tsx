import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { AdvancedForm } from '../../features/account/verification';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

export default function VerificationAdvancedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const done = () => {
    toast(t('verification.submitted'));
    void navigate('/pages/verification/index', { replace: true });
  };
  return (
    <>
      <PageHeader title={t('verification.advanced')} back />
      <Column>
        <AdvancedForm onDone={done} />
      </Column>
    </>
  );
}
