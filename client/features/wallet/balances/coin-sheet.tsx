import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CoinIcon } from '../../../ui/coin-icon';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import styles from './coin-sheet.module.css';
import { CoinWorth } from './coin-worth';
import { amountIn, type Holding, isZero, type Quotes } from './holdings';

interface Props {
  /** Null: closed. */
  holding: Holding | null;
  quotes: Quotes;
  onClose: () => void;
}

/** A coin in all accounts, and what can be done with it. */
export function CoinSheet({ holding, quotes, onClose }: Props) {
  return (
    <Sheet title={holding?.code ?? ''} opened={holding !== null} onClose={onClose}>
      {holding && <CoinBody holding={holding} quotes={quotes} />}
    </Sheet>
  );
}

function CoinBody({ holding, quotes }: { holding: Holding; quotes: Quotes }) {
  const { t } = useTranslation();
  const { code, currencyId, accounts, pockets } = holding;
  const quote = quotes.get(code);
  const query = `coin=${code}`;
  return (
    <div className={styles.body}>
      <div className={styles.head}>
        <CoinIcon code={code} size={40} />
        <p className={styles.total}>
          <MoneyText value={amountIn(holding)} unit={code} secret />
          <span className={styles.small}>
            <CoinWorth amount={amountIn(holding)} quote={quote} />
          </span>
        </p>
      </div>
      <dl className={styles.accounts}>
        {accounts.map((account) => (
          <div key={account} className={styles.account}>
            <dt>{t(`wallet.${account}`)}</dt>
            <dd>
              <MoneyText value={pockets[account].available} secret />
              {!isZero(pockets[account].frozen) && (
                <span className={styles.small}>
                  {t('wallet.frozen')} <MoneyText value={pockets[account].frozen} secret />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button component={Link} to={`/pages/deposit/index?${query}`}>
          {t('pages.deposit')}
        </Button>
        <Button component={Link} to={`/pages/withdraw/index?${query}`} variant="light">
          {t('pages.withdraw')}
        </Button>
        {accounts.length > 1 && (
          <Button component={Link} to={`/pages/transfer/index?${query}`} variant="light">
            {t('wallet.transfer')}
          </Button>
        )}
        <Button component={Link} to={`/pages/assets/statement?currency=${currencyId}`} variant="light">
          {t('wallet.statement')}
        </Button>
      </div>
    </div>
  );
}
