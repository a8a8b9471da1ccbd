import { ActionIcon } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ProductList, ReportCard, TRUST_KEYS } from '../../features/trading/trust';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function TrustPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const rules = (
    <ActionIcon component={Link} to="/pages/trust/rules" aria-label={t('trust.rules')}>
      <IconFileText size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  const refresh = () =>
    Promise.all([TRUST_KEYS.offered, TRUST_KEYS.mine].map((queryKey) => queries.invalidateQueries({ queryKey })));
  return (
    <>
      <PageHeader title={t('tabs.trust')} actions={rules} />
      <Column>
        <PullToRefresh onRefresh={refresh}>
          <ReportCard />
          <ProductList />
        </PullToRefresh>
      </Column>
    </>
  );
}
