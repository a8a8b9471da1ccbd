import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LosingProduct } from '../../../../server/contract/trading/losing-accounts.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { losingAccounts } from './losing-accounts.api';

/** How many of those who traded a product lost money with it, as counted from their orders. */
export function LosingShare({ product, className }: { product: LosingProduct; className?: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery(losingAccounts);
  const counted = data?.find((line) => line.product === product);
  if (!counted) return null;
  const words = product === 'contract' ? 'futures' : product;
  const { accounts, percent, accountsMin } = counted;
  const isKnown = accounts !== null && percent !== null;
  return (
    <p className={className} data-losing={product}>
      {isKnown
        ? t(`${words}.losing`, { percent, accounts: formatDecimal(String(accounts), language) })
        : t(`${words}.losingUnknown`, { n: accountsMin })}
    </p>
  );
}
