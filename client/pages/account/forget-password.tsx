import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type ContactValues, ForgotForm } from '../../features/account/login';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

export default function ForgetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const done = ({ kind, email, phone, country, dialCode }: ContactValues) => {
    toast(t('forgot.done'));
    void navigate('/pages/user/login/login', { replace: true, state: { kind, email, phone, country, dialCode } });
  };
  return (
    <>
      <PageHeader title={t('pages.forgetPassword')} back />
      <Column>
        <FormIntro title={t('forgot.title')} text={t('forgot.text')} />
        <ForgotForm onDone={done} />
      </Column>
    </>
  );
}
