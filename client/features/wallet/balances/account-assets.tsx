import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { failureWords } from '../../../platform/failure-words';
import { BriefMoney } from '../../../ui/brief-money';
import { CoinIcon } from '../../../ui/coin-icon';
import { ErrorState } from '../../../ui/error-state';
import { StatusPill } from '../../../ui/status-pill';
import { useStatusLines } from '../../markets/market-list';
import styles from './account-assets.module.css';
import { CoinList } from './coin-list';
import { CoinWorth } from './coin-worth';
import { amountIn, type Holding, type Quotes, worthOf } from './holdings';
import { TotalCard } from './total-card';
import { useQuotes } from './use-quotes';
import type { WalletResult } from './use-wallet';

interface Props {
  account: WalletAccount;
  wallet: WalletResult;
  /** Stands between the actions and the coins. */
  children?: ReactNode;
}

/** One account: its coins with what is available, what is frozen and what both are worth. */
export function AccountAssets({ account, wallet: { holdings, failure, reload }, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { quotes, tickers, isSilent } = useQuotes(holdings);
  const lines = useStatusLines(tickers ?? []);
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  const transfer = { label: t('wallet.transfer'), onClick: () => void navigate(`/pages/transfer/index?to=${account}`) };
  return (
    <>
      <StatusPill lines={lines} />
      <TotalCard
        title={t(`wallet.${account}`)}
        account={account}
        worth={holdings && worthOf(holdings, quotes, [account])}
        isSilent={isSilent}
      />
      <div className={styles.actions}>
        <Button component={Link} to={`/pages/transfer/index?from=${account}`}>
          {t('wallet.transfer')}
        </Button>
        <Button component={Link} to={`/pages/assets/statement?account=${account}`} variant="light">
          {t('wallet.statement')}
        </Button>
        {account === 'spot' && (
          <Button component={Link} to="/pages/assets/transactions" variant="light">
            {t('wallet.transactions')}
          </Button>
        )}
      </div>
      {children}
      <CoinList
        holdings={holdings?.filter(({ accounts }) => accounts.includes(account)) ?? null}
        quotes={quotes}
        accounts={[account]}
        empty={{ text: t('wallet.emptyAccount'), action: transfer }}
      >
        {(holding) => <CoinLine holding={holding} account={account} quotes={quotes} />}
      </CoinList>
    </>
  );
}

function CoinLine({ holding, account, quotes }: { holding: Holding; account: WalletAccount; quotes: Quotes }) {
  const { t } = useTranslation();
  const { code, pockets } = holding;
  const { available, frozen } = pockets[account];
  return (
    <div className={styles.line}>
      <div className={styles.name}>
        <CoinIcon code={code} size={24} />
        <b className={styles.code}>{code}</b>
        <span className={styles.worth}>
          <CoinWorth amount={amountIn(holding, [account])} quote={quotes.get(code)} />
        </span>
      </div>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{t('wallet.available')}</dt>
          <dd>
            <BriefMoney value={available} secret />
          </dd>
        </div>
        <div className={styles.figure}>
          <dt>{t('wallet.frozen')}</dt>
          <dd>
            <BriefMoney value={frozen} secret />
          </dd>
        </div>
      </dl>
    </div>
  );
}
