import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasTabBar } from './tab-bar';
import { Column } from '../ui/column';
import { NoticePanel } from '../ui/notice-panel';
import { PageHeader } from '../ui/page-header';

/** A page of the product that is not built yet. It says so and leads to what is there. */
export function LaterPage({ title }: { title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title={title} back={!hasTabBar(pathname)} />
      <Column>
        <NoticePanel
          title={t('later.title')}
          text={t('later.text', { page: title })}
          action={{ label: t('later.watch'), onClick: () => void navigate('/pages/index/index') }}
        />
      </Column>
    </>
  );
}
