import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NoticeLog } from '../../features/account/profile';
import { loginPath } from '../../platform/login-path';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function NoticesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const loggedIn = useLoggedIn();
  const toLogin = () => void navigate(loginPath('/pages/notice/index'));
  return (
    <>
      <PageHeader title={t('pages.notices')} back />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ['own', 'notices'] })}>
          {loggedIn ? (
            <NoticeLog />
          ) : (
            <EmptyState text={t('notices.guest')} action={{ label: t('login.submit'), onClick: toLogin }} />
          )}
        </PullToRefresh>
      </Column>
    </>
  );
}
