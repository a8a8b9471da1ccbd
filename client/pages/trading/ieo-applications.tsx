import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApplicationList, IEO_KEYS } from '../../features/trading/ieo';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function IeoApplicationsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <>
      <PageHeader followed title={t('ieo.mine')} back actions={<ExportLink list="ieo.applications" />} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: IEO_KEYS.mine })}>
          <ApplicationList />
        </PullToRefresh>
      </Column>
    </>
  );
}
