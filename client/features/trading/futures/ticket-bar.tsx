import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { Market } from '../../markets/market-list';
import { useAccountType } from '../../../platform/account-type';
import { loginPath } from '../../../platform/login-path';
import { useLoggedIn } from '../../../platform/session';
import { besideOf } from '../futures-account';
import goStyles from './go-button.module.css';
import styles from './ticket-bar.module.css';
import { TicketSheet } from './ticket-sheet';
import { hasOwnQuotation, useContractTicker } from './use-contract-ticker';
import { useStopped } from './use-stopped';
import { useTicket } from './use-ticket';

interface Props {
  market: Market;
  /** Null while the products have not arrived. */
  product: FuturesProductView | null;
  account: FuturesPositionsView | null;
  ordering: 'long' | 'short' | null;
  onOrder: (side: 'long' | 'short') => void;
  onClose: () => void;
}

/** The two buttons at the foot of the page, and the ticket that they open. */
export function Ticket({ market, product, account, ordering, onOrder, onClose }: Props) {
  const { t } = useTranslation();
  const type = useAccountType();
  const ticker = useContractTicker(market, product);
  const isOffered = market.perpetual && product?.enabled !== false;
  const stopped = useStopped(ticker, { isOffered, hasOwnBook: hasOwnQuotation(product) });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isLoggedIn = useLoggedIn();
  const press = (side: 'long' | 'short') => {
    if (isLoggedIn) onOrder(side);
    else void navigate(loginPath(pathname + search));
  };
  return (
    <>
      <div className={styles.bottom} data-bar>
        {stopped !== null && <p className={goStyles.stopped}>{stopped}</p>}
        <div>
          {(['long', 'short'] as const).map((side) => (
            <Button
              key={side}
              size="lg"
              className={goStyles.go ?? ''}
              data-side={side}
              disabled={stopped !== null || (isLoggedIn && (product === null || account === null))}
              onClick={() => press(side)}
            >
              {t(`futures.${side}`)}
            </Button>
          ))}
        </div>
      </div>
      {product && account && (
        <Opened
          // What was typed for one kind of money is not sent for the other.
          key={type}
          market={market}
          product={product}
          account={account}
          ordering={ordering}
          stopped={stopped}
          onClose={onClose}
        />
      )}
    </>
  );
}

interface OpenedProps {
  market: Market;
  product: FuturesProductView;
  account: FuturesPositionsView;
  ordering: 'long' | 'short' | null;
  stopped: string | null;
  onClose: () => void;
}

function Opened({ market, product, account, ordering, stopped, onClose }: OpenedProps) {
  const ids = { baseId: market.baseId, quoteId: market.quoteId };
  const ticket = useTicket(product, ids, account, ordering);
  const available = account.balances.find(({ currencyId }) => currencyId === product.currencyId)?.available ?? '0';
  const beside = besideOf(account.positions, { marketId: product.marketId, side: ticket.values.side });
  return (
    <TicketSheet
      opened={ordering !== null}
      onClose={onClose}
      market={market}
      product={product}
      ticket={ticket}
      available={available}
      beside={beside}
      newUntil={account.newUntil}
      stopped={stopped}
    />
  );
}
