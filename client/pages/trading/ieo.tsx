import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { IEO_KEYS, ProjectList } from '../../features/trading/ieo';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function IeoPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mine = (
    <ActionIcon component={Link} to="/pages/ieo/applications" aria-label={t('ieo.mine')}>
      <IconListDetails size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <PageHeader followed title={t('ieo.title')} back actions={mine} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: IEO_KEYS.offered })}>
          <ProjectList />
        </PullToRefresh>
      </Column>
    </>
  );
}
