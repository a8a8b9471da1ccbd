import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useIsDemo } from '../../../platform/account-type';
import { NoticePanel } from '../../../ui/notice-panel';

/** People trade with each other for real money alone; the demo says so. */
export function RealMoneyOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isDemo = useIsDemo();
  if (!isDemo) return children;
  const action = { label: t('otc.toAssets'), onClick: () => void navigate('/pages/account/index') };
  return <NoticePanel title={t('otc.demoTitle')} text={t('otc.demoText')} action={action} />;
}
