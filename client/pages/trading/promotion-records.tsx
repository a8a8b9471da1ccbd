import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DemoNote, PeopleList, RebateList, REFERRAL_KEYS } from '../../features/trading/referral';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';
import { Tabs } from '../../ui/tabs';

const TABS = ['people', 'rebates'] as const;
const PANEL = 'promotion-records';

/** Whom the user invited, and what came of it. */
export default function PromotionRecordsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'people';
  return (
    <>
      <PageHeader title={t('referral.records')} back actions={<ExportLink list="referral.rebates" />} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: REFERRAL_KEYS.mine })}>
          <DemoNote />
          <Tabs
            label={t('referral.records')}
            tabs={TABS.map((key) => ({ key, label: t(`referral.${key}`) }))}
            chosen={tab}
            onChoose={(next) => change({ tab: next })}
            controls={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`referral.${tab}`)}>
            {tab === 'people' ? <PeopleList /> : <RebateList />}
          </div>
        </PullToRefresh>
      </Column>
    </>
  );
}
