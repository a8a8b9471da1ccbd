import { ActionIcon } from '@mantine/core';
import { IconHistory, IconChartLine, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DemoCard } from '../../features/wallet/demo';
import { Assets, useWallet } from '../../features/wallet/balances';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function AssetsPage() {
  const { t } = useTranslation();
  const wallet = useWallet();
  const actions = (
    <>
      <ActionIcon component={Link} to="/pages/assets/profit" aria-label={t('wallet.profitPage')}>
        <IconChartLine size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to="/pages/assets/transactions" aria-label={t('wallet.transactions')}>
        <IconHistory size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to="/pages/assets/statement" aria-label={t('wallet.statement')}>
        <IconReceipt size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
  return (
    <>
      <PageHeader title={t('tabs.assets')} actions={actions} />
      <Column>
        <PullToRefresh onRefresh={wallet.reload}>
          <Assets wallet={wallet}>
            <DemoCard />
          </Assets>
        </PullToRefresh>
      </Column>
    </>
  );
}
