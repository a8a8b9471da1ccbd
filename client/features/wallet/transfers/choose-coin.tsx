import { useTranslation } from 'react-i18next';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { CoinIcon } from '../../../ui/coin-icon';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import styles from './choose-rows.module.css';
import type { Holding } from '../balances';

interface Props {
  opened: boolean;
  coins: readonly Holding[];
  /** Whose available amounts stand beside the coins. */
  account: WalletAccount;
  onChoose: (coin: Holding) => void;
  onClose: () => void;
}

export function ChooseCoin({ opened, coins, account, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('wallet.chooseCoin')} opened={opened} onClose={onClose}>
      <ul>
        {coins.map((coin) => (
          <li key={coin.currencyId}>
            <button type="button" className={styles.row} onClick={() => onChoose(coin)}>
              <CoinIcon code={coin.code} />
              <span className={styles.words}>{coin.code}</span>
              <span className={styles.figure}>
                <MoneyText brief value={coin.accounts.includes(account) ? coin.pockets[account].available : null} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
