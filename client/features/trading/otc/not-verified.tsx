import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NoticePanel } from '../../../ui/notice-panel';
import { useUser } from '../../account/profile';

/** Only verified people trade with each other. */
export function NotVerified() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = { label: t('otc.verify'), onClick: () => void navigate('/pages/verification/index') };
  return <NoticePanel title={t('otc.verifyTitle')} text={t('otc.verifyText')} action={action} />;
}

/** Nobody trades without the password by which coins are let go: who sets the first one in an order would begin a hold in it. */
export function NoFundPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // The page that sets it leads back to this one.
  const action = {
    label: t('otc.setFund'),
    onClick: () => void navigate('/pages/settings/security/changePayPassword'),
  };
  return <NoticePanel title={t('otc.fundTitle')} text={t('otc.fundText')} action={action} />;
}

/** What the user has to do before anything is traded; null: nothing, or it is not known yet. */
export function useOtcGate(): 'verification' | 'fundPassword' | null {
  const user = useUser();
  if (user === null) return null;
  if (user.review_status !== 2) return 'verification';
  return user.has_fund_password === 0 ? 'fundPassword' : null;
}
