import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ORDER_TABS, OrderList, type OrderTab, TRUST_KEYS } from '../../features/trading/trust';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';
import { Tabs } from '../../ui/tabs';

const TABS = Object.keys(ORDER_TABS) as OrderTab[];
const PANEL = 'trust-orders';

export default function TrustHostingPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'custody';
  return (
    <>
      <PageHeader title={t('trust.myOrders')} back actions={<ExportLink list="trust.orders" />} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: TRUST_KEYS.orders })}>
          <Tabs
            label={t('trust.myOrders')}
            tabs={TABS.map((key) => ({ key, label: t(`trust.${key}`) }))}
            chosen={tab}
            onChoose={(next) => change({ tab: next })}
            controls={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`trust.${tab}`)}>
            <OrderList key={tab} tab={tab} />
          </div>
        </PullToRefresh>
      </Column>
    </>
  );
}
