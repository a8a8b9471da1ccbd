import { useTranslation } from 'react-i18next';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { ErrorState } from '../../../ui/error-state';
import { type Market, TradedElsewhere } from '../../markets/market-list';
import { useKeyActs } from '../order-keys';
import { DeskSkeleton } from './desk-skeleton';
import type { Side } from './side';
import { TicketSheet } from './ticket-sheet';
import { TradeBar } from './trade-bar';
import { TradePanel } from './trade-panel';
import { useDesk } from './use-desk';
import { useObstacle } from './use-obstacle';
import type { Taken } from './use-taken';

interface Props {
  market: Market;
  /** The ticket stands on the page; otherwise in a sheet, behind two buttons. */
  inline: boolean;
  /** The side whose button has opened the sheet; null while it is shut. */
  ordering: Side | null;
  onOrder: (side: Side) => void;
  onClose: () => void;
  taken?: Taken | null;
}

/** Trading in one market: the ticket with the book. */
export default function SpotDesk({ market, inline, ordering, onOrder, onClose, taken = null }: Props) {
  const { t } = useTranslation();
  const type = useAccountType();
  const { desk, failure, reload } = useDesk(market);
  if (!market.spot) return <TradedElsewhere market={market} text={t('spot.notOffered')} />;
  const ticket = desk ? (
    <TradePanel
      // What was typed for one kind of money is not sent for the other.
      key={type}
      market={market}
      desk={desk}
      opened={inline ? 'always' : ordering}
      onDone={onClose}
      taken={taken}
    />
  ) : failure ? (
    <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />
  ) : (
    <DeskSkeleton />
  );
  return (
    <>
      {!inline && <Bar market={market} desk={desk} ordering={ordering} onOrder={onOrder} />}
      <TicketSheet title={market.symbol} inline={inline} opened={ordering !== null} onClose={onClose}>
        {ticket}
      </TicketSheet>
    </>
  );
}

interface BarProps extends Pick<Props, 'market' | 'ordering' | 'onOrder'> {
  desk: SpotDeskView | null;
}

function Bar({ market, desk, ordering, onOrder }: BarProps) {
  const { t } = useTranslation();
  const stopped = useObstacle(market, desk);
  // Once the sheet is open the ticket in it has keys of its own.
  useKeyActs(
    ordering === null
      ? {
          ticket: () => null,
          isStopped: stopped !== null,
          side: (side) => {
            onOrder(side);
            return t(`trade.${side}`);
          },
        }
      : null,
  );
  return <TradeBar onSide={onOrder} stopped={stopped} />;
}
