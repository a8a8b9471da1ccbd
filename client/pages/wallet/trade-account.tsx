import { useTranslation } from 'react-i18next';
import { WALLET_ACCOUNTS } from '../../../server/contract/wallet/wallet.dto';
import { DemoCard } from '../../features/wallet/demo';
import { AccountAssets, useWallet } from '../../features/wallet/balances';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';
import { Tabs } from '../../ui/tabs';

const PANEL = 'trade-account';

export default function TradeAccountPage() {
  const { t } = useTranslation();
  const wallet = useWallet();
  const [search, change] = useAddressChoice();
  const account = WALLET_ACCOUNTS.find((known) => known === search.get('account')) ?? 'spot';
  const tabs = WALLET_ACCOUNTS.map((key) => ({ key, label: t(`wallet.${key}`) }));
  return (
    <>
      <PageHeader title={t('pages.tradeAccount')} back />
      <Column>
        <PullToRefresh onRefresh={wallet.reload}>
          <Tabs
            label={t('wallet.accounts')}
            tabs={tabs}
            chosen={account}
            onChoose={(next) => change({ account: next })}
            controls={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`wallet.${account}`)}>
            <AccountAssets key={account} account={account} wallet={wallet}>
              {account !== 'trust' && <DemoCard />}
            </AccountAssets>
          </div>
        </PullToRefresh>
      </Column>
    </>
  );
}
