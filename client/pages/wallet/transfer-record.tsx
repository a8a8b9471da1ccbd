import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { TransferRecord } from '../../features/wallet/records';
import { WALLET_KEYS } from '../../features/wallet/balances';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function TransferRecordPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <>
      <PageHeader title={t('wallet.transferRecord')} back actions={<ExportLink list="wallet.transfers" />} />
      <Column>
        <RealMoneyOnly>
          <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: WALLET_KEYS.transfers })}>
            <TransferRecord />
          </PullToRefresh>
        </RealMoneyOnly>
      </Column>
    </>
  );
}
