import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { failureWords } from '../../../platform/failure-words';
import { CoinIcon } from '../../../ui/coin-icon';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { ShareRing } from '../../../ui/share-ring';
import { StatusPill } from '../../../ui/status-pill';
import { Tabs } from '../../../ui/tabs';
import { useStatusLines } from '../../markets/market-list';
import { AccountCards } from './account-cards';
import styles from './assets.module.css';
import { CoinList } from './coin-list';
import { CoinSheet } from './coin-sheet';
import { CoinWorth } from './coin-worth';
import { amountIn, type Holding, type Quotes, sharesOf, type Worth, worthOf } from './holdings';
import { QuickActions } from './quick-actions';
import { TotalCard } from './total-card';
import { useQuotes } from './use-quotes';
import type { WalletResult } from './use-wallet';

interface Props {
  wallet: WalletResult;
  /** Stands between the accounts and the coins. */
  children?: ReactNode;
}

/** Everything that the user owns, worth what the prices of this moment say. */
export function Assets({ wallet: { holdings, failure, reload }, children }: Props) {
  const { t } = useTranslation();
  const { quotes, tickers, isSilent } = useQuotes(holdings);
  const lines = useStatusLines(tickers ?? []);
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  const worths = holdings && worthsOf(holdings, quotes);
  const shares = worths ? sharesOf(WALLET_ACCOUNTS.map((account) => worths[account].total)) : [];
  return (
    <>
      <StatusPill lines={lines} />
      <TotalCard
        title={t('wallet.total')}
        account="all"
        worth={holdings && worthOf(holdings, quotes)}
        isSilent={isSilent}
        aside={<ShareRing shares={shares} label={t('wallet.shares')} />}
      />
      <QuickActions />
      <AccountCards worths={worths} />
      {children}
      <Coins holdings={holdings} quotes={quotes} />
    </>
  );
}

function worthsOf(holdings: readonly Holding[], quotes: Quotes): Record<WalletAccount, Worth> {
  const of = (account: WalletAccount) => worthOf(holdings, quotes, [account]);
  return { spot: of('spot'), option: of('option'), contract: of('contract'), trust: of('trust') };
}

const PANEL = 'wallet-coins';

function Coins({ holdings, quotes }: { holdings: readonly Holding[] | null; quotes: Quotes }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [tab, setTab] = useState<WalletAccount | 'all'>('all');
  const [opened, setOpened] = useState<number | null>(null);
  const deposit = { label: t('pages.deposit'), onClick: () => void navigate('/pages/deposit/index') };
  const transfer = { label: t('wallet.transfer'), onClick: () => void navigate(`/pages/transfer/index?to=${tab}`) };
  const accounts = tab === 'all' ? WALLET_ACCOUNTS : [tab];
  const listed = holdings?.filter((holding) => tab === 'all' || holding.accounts.includes(tab)) ?? null;
  const tabs = (['all', ...WALLET_ACCOUNTS] as const).map((key) => ({ key, label: t(`wallet.${key}`) }));
  return (
    <section className={styles.coins} aria-label={t('wallet.coins')}>
      <Tabs label={t('wallet.coins')} tabs={tabs} chosen={tab} onChoose={setTab} controls={PANEL} />
      <div id={PANEL} role="tabpanel" aria-label={t(`wallet.${tab}`)} className={styles.panel}>
        <CoinList
          holdings={listed}
          quotes={quotes}
          accounts={accounts}
          empty={
            tab === 'all'
              ? { text: t('wallet.noCoins'), action: deposit }
              : { text: t('wallet.emptyAccount'), action: transfer }
          }
        >
          {(holding) => (
            <button type="button" className={styles.row} onClick={() => setOpened(holding.currencyId)}>
              <CoinIcon code={holding.code} />
              <b className={styles.code}>{holding.code}</b>
              <span className={styles.figures}>
                <MoneyText brief value={amountIn(holding, accounts)} secret />
                <span className={styles.small}>
                  <CoinWorth amount={amountIn(holding, accounts)} quote={quotes.get(holding.code)} />
                </span>
              </span>
            </button>
          )}
        </CoinList>
      </div>
      <CoinSheet
        holding={holdings?.find(({ currencyId }) => currencyId === opened) ?? null}
        quotes={quotes}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}
