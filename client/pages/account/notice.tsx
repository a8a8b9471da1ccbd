import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ArticleText } from '../../features/account/news';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** One article: a notice, news or help. */
export default function NoticePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const toList = { label: t('pages.notices'), onClick: () => void navigate('/pages/notice/index') };
  return (
    <>
      <PageHeader title={t('pages.notice')} back />
      <Column>
        <ArticleText id={parameters.get('id') ?? ''} onBack={toList} />
      </Column>
    </>
  );
}
