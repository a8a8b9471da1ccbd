import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Column } from '../ui/column';
import { NoticePanel } from '../ui/notice-panel';
import { PageHeader } from '../ui/page-header';

/** At an address that is none. */
export default function MissingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title={t('missing.title')} back />
      <Column>
        <NoticePanel
          title={t('missing.title')}
          text={t('missing.text', { path: pathname })}
          action={{ label: t('missing.home'), onClick: () => void navigate('/pages/index/index') }}
        />
      </Column>
    </>
  );
}
