import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { BriefMoney } from '../../../ui/brief-money';
import { afterTransfer, type Holding } from '../balances';
import styles from './transfer-form.module.css';

interface Props {
  coin: Holding;
  from: WalletAccount;
  to: WalletAccount;
  /** Null: none has been typed yet. */
  amount: DecimalText | null;
}

/** What would stay on both accounts. Until there is an amount that can be moved, what is there now. */
export function TransferPreview({ coin, from, to, amount }: Props) {
  const { t } = useTranslation();
  const now = [coin.pockets[from].available, coin.pockets[to].available] as const;
  const after = amount === null ? null : afterTransfer(amount, ...now);
  return (
    <section className={styles.preview} aria-live="polite">
      <h2 className={styles.heading}>{t(after ? 'wallet.afterwards' : 'wallet.available')}</h2>
      <dl>
        {[from, to].map((account, side) => (
          <div key={account} className={styles.balance}>
            <dt>{t(`wallet.${account}`)}</dt>
            <dd className={styles.figures}>
              {after ? (
                <>
                  <span className={styles.old}>
                    <BriefMoney value={now[side] ?? null} /> →
                  </span>
                  <BriefMoney value={after[side] ?? null} unit={coin.code} />
                </>
              ) : (
                <BriefMoney value={now[side] ?? null} unit={coin.code} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.free}>{t('wallet.transferText')}</p>
    </section>
  );
}
