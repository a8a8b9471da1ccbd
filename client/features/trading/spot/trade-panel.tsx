import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { useBarred } from '../../../platform/offered-products';
import { useOneTap } from '../../../platform/one-tap';
import { useOwnBreak } from '../../../platform/own-break';
import { useAccountType, useIsDemo } from '../../../platform/account-type';
import { UNKNOWN } from '../../../platform/format';
import { useChannel } from '../../../platform/use-channel';
import { late } from '../../../ui/late';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { BriefMoney } from '../../../ui/brief-money';
import { MoneyText } from '../../../ui/money-text';
import { type Tapped, useTap } from '../../../ui/use-one-tap';
import { levelsOnPage } from '../../../ui/use-shape';
import { BookColumn } from '../../markets/market-figures';
import { type Market, usePriceAge, useTicker } from '../../markets/market-list';
import { ConfirmOrder } from './confirm-order';
import type { Side } from './side';
import { type Book, isByAmount, type Ticket, worstAccepted } from './ticket';
import { Sides } from './sides';
import { Kinds, TicketFields } from './ticket-fields';
import styles from './trade-panel.module.css';
import { useConfirming } from './use-confirming';
import { useFreshPrice } from './use-fresh-price';
import { useObstacle } from './use-obstacle';
import { type Order, useOrder } from './use-order';
import { usePanelKeys } from './use-panel-keys';
import { useStopTicket } from './use-stop-ticket';
import { type Taken, useTaken } from './use-taken';
import { type TicketActs, useTicket } from './use-ticket';

/** Few use it, and nobody at once. */
const StopForm = late(async () => (await import('./stop-form')).default, <ListSkeleton rows={3} />);
const NO_BOOK: Book = { bids: [], asks: [] };
/** Levels of each side in a sheet. */
const LEVELS = 5;

/** The side that the ticket was opened with; null while it is shut, `always` where it stands on the page. */
type Opened = Side | 'always' | null;

interface PanelProps {
  market: Market;
  desk: SpotDeskView;
  opened?: Opened;
  /** An order is placed. */
  onDone?: () => void;
  /** A price that was tapped elsewhere on the page. */
  taken?: Taken | null;
}

interface Asked extends Pick<PanelProps, 'market' | 'desk'> {
  opened: Opened;
  taken: Taken | null;
}

/** The ticket with the prices that it goes by; nothing is followed while it is shut. */
function usePanelTicket({ market, desk, opened, taken }: Asked) {
  const { state, status } = useChannel('markets.depth', opened === null ? null : { symbol: market.symbol });
  const book = state ?? NO_BOOK;
  const ticker = useTicker(market.symbol);
  const last = ticker?.last ?? null;
  const isBookOld = state !== null && status !== 'live';
  const isLastOld = usePriceAge(ticker).kind !== 'live';
  const isOld = isLastOld || isBookOld;
  const acts = useTicket(desk, book, last);
  const [openedBefore, setOpenedBefore] = useState<Opened>(null);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    // One that stood on the page is in a sheet once the screen is turned, with the side that it has.
    if (openedBefore === null && (opened === 'buy' || opened === 'sell')) acts.open(opened);
  }
  const { kind } = acts.ticket;
  const stop = useStopTicket(acts.ticket);
  // What waits for a price has a form of its own.
  const isStop = kind !== 'limit' && kind !== 'market';
  const take = isStop ? stop.take : acts.take;
  useTaken(taken, take);
  return { book, isBookOld, isLastOld, isOld, last, acts, stop, isStop, take };
}

/** The ticket of a market with its order book beside it. */
export function TradePanel(props: PanelProps) {
  const { market, desk, opened = 'always', onDone = () => undefined, taken = null } = props;
  const { t } = useTranslation();
  const type = useAccountType();
  const { book, isBookOld, isOld, last, acts, ...own } = usePanelTicket({ market, desk, opened, taken });
  const { stop, isStop, take, isLastOld } = own;
  const { ticket } = acts;
  const asked = isStop ? { ...ticket, quantity: '' } : ticket;
  const order = useOrder({ ticket: asked, pair: market, type, desk, book });
  const barred = useBarred('spot');
  const ownBreak = useOwnBreak();
  const hindered = useObstacle(market, desk, opened !== null);
  // What is sold is no new risk.
  const obstacle = hindered ?? (ticket.side === 'buy' ? (barred ?? ownBreak) : null);
  const { tried, confirming, tappedAt, submit, leave, end } = useConfirming(order, obstacle);
  const isShown = opened !== null && confirming === null;
  const panel = usePanelKeys({ market, acts, isShown, obstacle, submit: () => submit() });
  useFreshPrice(panel, { isOld: isLastOld, freshen: acts.freshen });
  return (
    <section ref={panel} tabIndex={-1} data-autofocus className={styles.panel} aria-label={t('spot.ticket')}>
      <div className={styles.column}>
        <Sides acts={acts} />
        <Kinds acts={acts} />
        {isStop ? (
          <StopPart
            market={market}
            desk={desk}
            ticket={ticket}
            last={last}
            obstacle={obstacle}
            stop={stop}
            onDone={onDone}
          />
        ) : (
          <OrderForm
            market={market}
            desk={desk}
            acts={acts}
            order={order}
            tried={tried}
            isOld={isOld}
            obstacle={obstacle}
            onSubmit={submit}
          />
        )}
      </div>
      <BookColumn
        market={market}
        book={book}
        levels={opened === 'always' ? levelsOnPage() : LEVELS}
        dimmed={isBookOld}
        onPrice={take}
      />
      <ConfirmOrder
        market={market}
        desk={desk}
        wish={confirming}
        tappedAt={tappedAt}
        onDone={() => {
          end();
          acts.clear();
          onDone();
        }}
        onClose={leave}
      />
    </section>
  );
}

interface StopPartProps {
  market: Market;
  desk: SpotDeskView;
  ticket: Ticket;
  last: string | null;
  obstacle: string | null;
  stop: ReturnType<typeof useStopTicket>;
  onDone: () => void;
}

/** The form of what waits for a price, whose files come when it is chosen. */
function StopPart({ ticket, stop, ...rest }: StopPartProps) {
  return (
    <StopForm
      {...rest}
      side={ticket.side}
      isPair={ticket.kind === 'oco'}
      isTrail={ticket.kind === 'trail'}
      typed={stop.typed}
      onType={stop.onType}
    />
  );
}

interface OrderFormProps {
  market: Market;
  desk: SpotDeskView;
  acts: TicketActs;
  order: Order;
  /** The button was pressed: what is missing is said. */
  tried: boolean;
  /** Price or book are no more of now. */
  isOld: boolean;
  /** Why nothing can be ordered now, in words. */
  obstacle: string | null;
  /** `tappedAt`: the order goes without a confirmation. */
  onSubmit: (tappedAt: Tapped | null) => void;
}

function OrderForm({ market, desk, acts, order, tried, isOld, obstacle, onSubmit }: OrderFormProps) {
  const { t } = useTranslation();
  const { ticket } = acts;
  const problem = obstacle ?? order.refusal;
  const tap = useTap();
  const isOneTap = useOneTap();
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(tap.take());
      }}
    >
      <TicketFields
        market={market}
        acts={acts}
        order={order}
        tried={tried}
        isPriceOld={(isOld && acts.isPricePrefilled) || acts.isPriceLeft}
      />
      <Facts market={market} desk={desk} acts={acts} order={order} isOld={isOld} />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {isOneTap && <p className={styles.note}>{t('trade.oneTap')}</p>}
      <Button
        type="submit"
        onClick={tap.onClick}
        fullWidth
        size="md"
        disabled={obstacle !== null}
        className={styles.submit ?? ''}
        data-side={ticket.side}
      >
        {t(ticket.side === 'buy' ? 'spot.buy' : 'spot.sell', { coin: market.base })}
      </Button>
    </form>
  );
}

interface FactsProps {
  market: Market;
  desk: SpotDeskView;
  acts: TicketActs;
  order: Order;
  /** Price or book are no more of now. */
  isOld: boolean;
}

function Facts({ market, desk, acts: { ticket }, order: { figures, wish }, isOld }: FactsProps) {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  const isBuy = ticket.side === 'buy';
  const { total = null, fee = null, worst = null, filled = '0' } = figures ?? {};
  // An order that waits costs what its limit says, however old the book is.
  const goesByBook = ticket.kind === 'market' || /[1-9]/.test(filled);
  const old = (isOld && goesByBook) || undefined;
  const cost = (value: string | null) =>
    value === null ? UNKNOWN : <BriefMoney value={value} unit={market.quote} demo={isDemo} />;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>{t('spot.available')}</dt>
        <dd>
          <BriefMoney
            value={isBuy ? desk.balance : desk.sellable_balance}
            unit={isBuy ? market.quote : market.base}
            secret
          />
        </dd>
      </div>
      {isByAmount(ticket) && ticket.kind === 'limit' && (
        <div className={styles.fact}>
          <dt>{t('spot.quantity')}</dt>
          <dd>{wish === null ? UNKNOWN : <MoneyText value={wish.quantity} unit={market.base} demo={isDemo} />}</dd>
        </div>
      )}
      <div className={styles.fact} data-old={old}>
        <dt>{t('spot.total')}</dt>
        <dd>{cost(total)}</dd>
      </div>
      <div className={styles.fact} data-old={old}>
        <dt>{t('spot.fee')}</dt>
        <dd>{cost(fee)}</dd>
      </div>
      {ticket.kind === 'market' && (
        <div className={styles.fact} data-old={old}>
          <dt>{t('spot.worst')}</dt>
          <dd>
            <MoneyText
              value={worst && worstAccepted(worst, ticket.side, desk.price_scale)}
              decimals={market.priceDecimals}
            />
          </dd>
        </div>
      )}
    </dl>
  );
}
