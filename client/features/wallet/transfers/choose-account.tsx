import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import styles from './choose-rows.module.css';
import type { Holding } from '../balances';

interface Props {
  /** Which end of the transfer is chosen; null: closed. */
  side: 'from' | 'to' | null;
  coin: Holding;
  chosen: { from: WalletAccount; to: WalletAccount };
  onChoose: (side: 'from' | 'to', account: WalletAccount) => void;
  onClose: () => void;
}

/** The accounts that may hold the coin, with what is available in each. */
export function ChooseAccount({ side, coin, chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('wallet.chooseAccount')} opened={side !== null} onClose={onClose}>
      <ul>
        {coin.accounts.map((account) => (
          <li key={account}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={side !== null && chosen[side] === account}
              onClick={() => side && onChoose(side, account)}
            >
              <span className={styles.words}>{t(`wallet.${account}`)}</span>
              <span className={styles.figure}>
                <MoneyText brief value={coin.pockets[account].available} unit={coin.code} />
              </span>
              <IconCheck size={20} className={styles.check ?? ''} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
