import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FundPasswordForm, useUser } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';

export default function ChangePayPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  const done = () => {
    toast(t('security.fundDone'));
    void navigate(-1);
  };
  const isFirst = user?.has_fund_password === 0;
  return (
    <>
      <PageHeader title={t(isFirst ? 'security.fundPassword' : 'pages.changePayPassword')} back />
      <Column>
        <FormIntro text={t(isFirst ? 'security.setFundText' : 'security.changeFundText')} />
        {user && <FundPasswordForm user={user} onDone={done} />}
      </Column>
    </>
  );
}
