import { useTranslation } from 'react-i18next';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import type { Market } from '../../markets/market-list';
import { DeskSkeleton } from './desk-skeleton';
import { SpotOrders } from '../spot-orders';
import { TradePanel } from './trade-panel';
import { useDesk } from './use-desk';

/** Trading in one market: the ticket with the book, and the orders. */
export default function SpotDesk({ market }: { market: Market }) {
  const { t } = useTranslation();
  const type = useAccountType();
  const { desk, failure, reload } = useDesk(market);
  if (!market.spot) return <EmptyState text={t('spot.notOffered')} />;
  return (
    <>
      {desk ? (
        // What was typed for one kind of money is not sent for the other.
        <TradePanel key={type} market={market} desk={desk} />
      ) : failure ? (
        <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />
      ) : (
        <DeskSkeleton />
      )}
      <SpotOrders pair={market} />
    </>
  );
}
