import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { BasicForm } from '../../features/account/verification';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

export default function VerificationBasicPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const done = () => {
    toast(t('verification.submitted'));
    void navigate('/pages/verification/index', { replace: true });
  };
  return (
    <>
      <PageHeader title={t('verification.basic')} back />
      <Column>
        <BasicForm onDone={done} />
      </Column>
    </>
  );
}
