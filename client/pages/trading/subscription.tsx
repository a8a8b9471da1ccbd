import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OfferList, SUBSCRIPTION_KEYS } from '../../features/trading/subscription';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function SubscriptionPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mine = (
    <ActionIcon component={Link} to="/pages/subscription/orders" aria-label={t('subscription.mine')}>
      <IconListDetails size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <PageHeader followed title={t('pages.subscription')} back actions={mine} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: SUBSCRIPTION_KEYS.offered })}>
          <OfferList />
        </PullToRefresh>
      </Column>
    </>
  );
}
