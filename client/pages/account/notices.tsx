import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NEWS, NOTICES } from '../../../server/contract/rules/news.rules';
import { ArticleList } from '../../features/account/news';
import { NoticeLog } from '../../features/account/event-centre';
import { ExportLink } from '../../features/wallet/exports';
import { loginPath } from '../../platform/login-path';
import { useLoggedIn } from '../../platform/session';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';
import { Tabs } from '../../ui/tabs';

const KINDS = ['notices', 'news', 'own'] as const;
type Kind = (typeof KINDS)[number];

/** Notices to everybody, news, and what the user was told about the own account. */
export default function NoticesPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLoggedIn = useLoggedIn();
  const [parameters, choose] = useAddressChoice();
  const kind = KINDS.find((one) => one === parameters.get('kind')) ?? 'notices';
  return (
    <>
      <PageHeader
        title={t('pages.notices')}
        back
        actions={kind === 'own' && isLoggedIn && <ExportLink list="notices.own" />}
      />
      <Column>
        <Tabs
          label={t('news.kinds')}
          tabs={KINDS.map((key) => ({ key, label: t(`news.${key}`) }))}
          chosen={kind}
          onChoose={(next: Kind) => choose({ kind: next === 'notices' ? '' : next })}
          controls="notices"
        />
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ['own'] })}>
          <div id="notices" role="tabpanel">
            {kind === 'own' && <OwnNotices />}
            {kind !== 'own' && (
              <ArticleList key={kind} category={kind === 'news' ? NEWS : NOTICES} empty={t('news.empty')} />
            )}
          </div>
        </PullToRefresh>
      </Column>
    </>
  );
}

function OwnNotices() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toLogin = () => void navigate(loginPath('/pages/notice/index?kind=own'));
  if (useLoggedIn()) return <NoticeLog />;
  return <EmptyState text={t('notices.guest')} action={{ label: t('login.submit'), onClick: toLogin }} />;
}
