import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ArticleText } from '../../features/account/news';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

/** One article: a notice, news or help. */
export default function NoticePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [parameters] = useSearchParams();
  const toList = { label: t('pages.notices'), onClick: () => void navigate('/pages/notice/index') };
  return (
    <>
      <PageHeader title={t('pages.notice')} back />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ['own', 'news'] })}>
          <ArticleText id={parameters.get('id') ?? ''} onBack={toList} />
        </PullToRefresh>
      </Column>
    </>
  );
}
