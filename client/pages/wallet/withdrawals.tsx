import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { StatusFilter, type Status, WithdrawalList } from '../../features/wallet/records';
import { WALLET_KEYS } from '../../features/wallet/balances';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function WithdrawalsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [status, setStatus] = useState<Status | null>(null);
  const withdraw = (
    <Button component={Link} to="/pages/withdraw/index" variant="subtle" size="sm" mih={44}>
      {t('pages.withdraw')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('pages.withdrawals')} back actions={withdraw} />
      <Column>
        <RealMoneyOnly>
          <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: WALLET_KEYS.withdrawals })}>
            <StatusFilter status={status} onStatus={setStatus} />
            <WithdrawalList status={status} onClear={() => setStatus(null)} />
          </PullToRefresh>
        </RealMoneyOnly>
      </Column>
    </>
  );
}
