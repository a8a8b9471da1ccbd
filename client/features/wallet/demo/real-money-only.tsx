import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticePanel } from '../../../ui/notice-panel';
import { useDemo } from './use-demo';

/** A page that has no demo: while in the demo it says so and offers the way back to real money. */
export function RealMoneyOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { isDemo, leave } = useDemo();
  if (!isDemo) return children;
  return (
    <NoticePanel
      title={t('demo.realOnly')}
      text={t('demo.realOnlyText')}
      action={{ label: t('demo.leaveLong'), onClick: leave }}
    />
  );
}
