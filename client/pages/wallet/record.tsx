import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { type RecordKind, Records, STATUSES, type Status } from '../../features/wallet/records';
import { WALLET_KEYS } from '../../features/wallet/balances';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function RecordPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, choose] = useAddressChoice();
  const kind: RecordKind = search.get('type') === 'withdrawals' ? 'withdrawals' : 'deposits';
  const status = (Object.keys(STATUSES) as Status[]).find((known) => known === search.get('status')) ?? null;
  const change = (type: RecordKind, next: Status | null) => choose({ type, status: next });
  return (
    <>
      <PageHeader title={t('pages.record')} back actions={<ExportLink list={`wallet.${kind}`} />} />
      <Column>
        <RealMoneyOnly>
          <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: WALLET_KEYS[kind] })}>
            <Records kind={kind} status={status} onChange={change} />
          </PullToRefresh>
        </RealMoneyOnly>
      </Column>
    </>
  );
}
