import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { Market } from '../../markets/market-list';
import { useCountryLeverage } from '../../../platform/offered-products';
import { useAccountType } from '../../../platform/account-type';
import { loginPath } from '../../../platform/login-path';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { typedAs } from '../../../ui/typed-amount';
import { besideOf, reducibleLots, hasOwnQuotation, useFuturesTicker } from '../futures-account';
import { useKeyActs } from '../order-keys';
import goStyles from './go-button.module.css';
import styles from './ticket-bar.module.css';
import { TicketSheet } from './ticket-sheet';
import { type Stopped, useStopped } from './use-stopped';
import { type Opening, useTicket } from './use-ticket';

interface Props {
  market: Market;
  /** Null while the products have not arrived. */
  product: FuturesProductView | null;
  account: FuturesPositionsView | null;
  ordering: Opening['opened'];
  onOrder: (side: 'long' | 'short') => void;
  onClose: () => void;
  /** The ticket stands on the page. */
  inline?: boolean;
  /** A price of the book that was tapped; a new object with every tap. */
  taken?: Taken | null;
  /** What stays in sight above it. */
  children?: ReactNode;
}

export interface Taken {
  price: string;
}

/** The two buttons at the foot of the page, and the ticket that they open; where there is room, the ticket itself. */
export function Ticket(props: Props) {
  const { market, product, account, ordering, onOrder, onClose, inline = false, taken = null, children } = props;
  const { t } = useTranslation();
  const type = useAccountType();
  const ticker = useFuturesTicker(market, product);
  const isOffered = market.perpetual && product?.enabled !== false;
  const stopped = useStopped(ticker, { isOffered, hasOwnBook: hasOwnQuotation(product) });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isLoggedIn = useLoggedIn();
  const press = (side: 'long' | 'short') => {
    if (isLoggedIn) onOrder(side);
    else void navigate(loginPath(pathname + search));
  };
  const ticket = product && account && (
    <Opened
      // What was typed for one kind of money is not sent for the other.
      key={type}
      market={market}
      product={product}
      account={account}
      ordering={ordering}
      stopped={stopped}
      onClose={onClose}
      inline={inline}
      taken={taken}
      last={ticker.last}
    />
  );
  const isOnPage = inline && isLoggedIn;
  const isMissing = isLoggedIn && (product === null || account === null);
  // While opening alone is stopped, each side is open to whoever has something of the other one.
  const isOpenFor = (side: 'long' | 'short') =>
    !isMissing && (stopped === null || (stopped.reduces && canReduce(account, product, side)));
  const isShut = !isOpenFor('long') && !isOpenFor('short');
  const byKey = (key: 'buy' | 'sell') => {
    const side = key === 'buy' ? 'long' : 'short';
    if (isOpenFor(side)) press(side);
    return t(`futures.${side}`);
  };
  // Keys open what the buttons open; the ticket that is shown has its own.
  useKeyActs(isOnPage || ordering !== null ? null : { ticket: () => null, isStopped: isShut, side: byKey });
  // One and the same place for the ticket in every shape of the screen: one that is turned takes nothing from it.
  return (
    <div className={isOnPage ? styles.beside : styles.bottom} data-bar={isOnPage ? undefined : true}>
      {children}
      {!isOnPage && (
        <>
          {stopped !== null && <p className={goStyles.stopped}>{stopped.words}</p>}
          <div className={styles.buttons}>
            {(['long', 'short'] as const).map((side) => (
              <Button
                key={side}
                size="lg"
                className={goStyles.go ?? ''}
                data-side={side}
                disabled={!isOpenFor(side)}
                onClick={() => press(side)}
              >
                {t(`futures.${side}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      {ticket ?? (isOnPage && <CardSkeleton rows={9} />)}
    </div>
  );
}

interface OpenedProps {
  market: Market;
  product: FuturesProductView;
  account: FuturesPositionsView;
  ordering: Opening['opened'];
  stopped: Stopped | null;
  onClose: () => void;
  inline: boolean;
  taken: Taken | null;
  /** What the future was traded at last. */
  last: string | null;
}

function Opened(props: OpenedProps) {
  const { market, product: listed, account, ordering, stopped, onClose, inline, taken, last } = props;
  const language = useLanguage();
  const most = useCountryLeverage();
  const product = most === null ? listed : { ...listed, leverages: listed.leverages.filter((each) => each <= most) };
  const ids = { baseId: market.baseId, quoteId: market.quoteId };
  const onlyReduces = stopped?.reduces === true && SIDES.some((each) => canReduce(account, product, each));
  const ticket = useTicket(product, ids, account, { opened: ordering, onlyReduces, last });
  const [takenBefore, setTakenBefore] = useState(taken);
  if (taken !== takenBefore) {
    setTakenBefore(taken);
    if (taken) ticket.change({ priceType: 'limit', limit: typedAs(taken.price, language) });
  }
  const available = account.balances.find(({ currencyId }) => currencyId === product.currencyId)?.available ?? '0';
  const { side, marginMode } = ticket.values;
  const { marketId } = product;
  const beside = besideOf(account.positions, { marketId, side });
  const reducible = reducibleLots(account.positions, { marketId, side, marginMode });
  const words = stopped?.words ?? null;
  return (
    <TicketSheet
      opened={ordering !== null}
      onClose={onClose}
      inline={inline}
      market={market}
      product={product}
      ticket={ticket}
      available={available}
      beside={beside}
      reducible={reducible}
      newUntil={account.newUntil}
      stopped={onlyReduces && reducible > 0 ? null : words}
      onlyReduces={onlyReduces ? words : null}
    />
  );
}

const SIDES = ['long', 'short'] as const;
const MARGIN_MODES = ['isolated', 'cross'] as const;

/** Whether an order of this side that only reduces would find something to take away. */
function canReduce(
  account: FuturesPositionsView | null,
  product: FuturesProductView | null,
  side: 'long' | 'short',
): boolean {
  if (!account || !product) return false;
  const { marketId } = product;
  return MARGIN_MODES.some((marginMode) => reducibleLots(account.positions, { marketId, side, marginMode }) > 0);
}
