import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SECURITY_LOG_KEY, SecurityLog } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function SecurityActivityPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <>
      <PageHeader title={t('security.activity')} back />
      <Column>
        <FormIntro text={t('activity.text')} />
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: SECURITY_LOG_KEY })}>
          <SecurityLog />
        </PullToRefresh>
      </Column>
    </>
  );
}
