import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import { MoneyText } from '../../../ui/money-text';
import { isZero, type Quote, worth } from './holdings';

/** What an amount is worth in USDT; says so where nobody knows. */
export function CoinWorth({ amount, quote }: { amount: DecimalText; quote: Quote | undefined }) {
  const { t } = useTranslation();
  if (!quote && !isZero(amount)) return <>{t('wallet.noPrice')}</>;
  return (
    <>
      ≈ <MoneyText value={quote ? worth(amount, quote.price) : '0'} decimals={2} unit="USDT" secret />
    </>
  );
}
