import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import { MoneyText } from '../../../ui/money-text';
import { usePriceAge } from '../../markets/market-list';
import styles from './coin-worth.module.css';
import { isZero, type Quote, worth } from './holdings';

/** What an amount is worth in USDT, dimmed where its price is not live; says so where nobody knows. */
export function CoinWorth({ amount, quote }: { amount: DecimalText; quote: Quote | undefined }) {
  const { t } = useTranslation();
  const age = usePriceAge(quote?.age ?? null);
  if (!quote && !isZero(amount)) return <>{t('wallet.noPrice')}</>;
  const isOld = quote !== undefined && quote.age !== null && age.kind !== 'live' && !isZero(amount);
  return (
    <span className={styles.worth} data-dimmed={isOld || undefined}>
      ≈ <MoneyText value={quote ? worth(amount, quote.price) : '0'} decimals={2} unit="USDT" secret />
    </span>
  );
}
