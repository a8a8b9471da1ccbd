import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  ORDER_TABS,
  OrderList,
  type OrderTab,
  ReleaseCalendar,
  SUBSCRIPTION_KEYS,
} from '../../features/trading/subscription';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';
import { Tabs } from '../../ui/tabs';

const TABS = [...(Object.keys(ORDER_TABS) as OrderTab[]), 'calendar' as const];
const PANEL = 'subscription-orders';

export default function SubscriptionOrdersPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'current';
  return (
    <>
      <PageHeader followed title={t('subscription.mine')} back actions={<ExportLink list="subscription.orders" />} />
      <Column>
        <RealMoneyOnly>
          <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: SUBSCRIPTION_KEYS.mine })}>
            <Tabs
              label={t('subscription.mine')}
              tabs={TABS.map((key) => ({ key, label: t(`subscription.${key}`) }))}
              chosen={tab}
              onChoose={(next) => change({ tab: next })}
              controls={PANEL}
            />
            <div id={PANEL} role="tabpanel" aria-label={t(`subscription.${tab}`)}>
              {tab === 'calendar' ? <ReleaseCalendar /> : <OrderList key={tab} tab={tab} />}
            </div>
          </PullToRefresh>
        </RealMoneyOnly>
      </Column>
    </>
  );
}
