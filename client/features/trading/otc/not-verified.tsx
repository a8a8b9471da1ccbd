import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NoticePanel } from '../../../ui/notice-panel';

/** Only verified people trade with each other. */
export function NotVerified() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = { label: t('otc.verify'), onClick: () => void navigate('/pages/verification/index') };
  return <NoticePanel title={t('otc.verifyTitle')} text={t('otc.verifyText')} action={action} />;
}
