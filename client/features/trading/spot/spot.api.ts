import { queryOptions } from '@tanstack/react-query';
import type { AccountType } from '../../../../server/contract/account-type.dto';
import type { SpotDeskView, SpotPreviewView } from '../../../../server/contract/trading/spot.dto';
import type { TimeInForce } from '../../../../server/contract/rules/spot-time.rules';
import { get, post } from '../../../platform/api';
import type { Pair } from '../spot-orders';

/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const OWN = 'own';
const SPOT = [OWN, 'spot'] as const;
/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
/** The stream tells what changes; this is for what it may have lost, and for a market that opens again. */
const AGAIN_AFTER_MS = 15_000;
const PREVIEW_AGAIN_MS = 2000;

/** An order as it is sent. */
export interface Wish extends Pair {
  type: AccountType;
  side: 'buy' | 'sell';
  quantity: string;
  /** Null: a market order. */
  limitPrice: string | null;
  /** Of a market order: the quantity is an amount of the currency that the coin is priced in. */
  quantityOf?: 'quote';
  /** Left out: it waits until it is filled or cancelled. */
  timeInForce?: TimeInForce;
  /** Of an order until a date, Unix milliseconds. */
  expiresAt?: number;
  /** What a purchase leaves behind for its coins. */
  takeProfit?: string;
  stopLoss?: string;
  /** Until when those two wait, Unix milliseconds; left out: for ever. */
  exitUntil?: number;
}

export const deskOf = ({ baseId, quoteId }: Pair, type: AccountType) =>
  queryOptions({
    queryKey: [...SPOT, 'desk', baseId, quoteId, type],
    queryFn: ({ signal }) =>
      get<SpotDeskView>(
        'spot/desk',
        { currency_id: baseId, legal_id: quoteId, account_type: type },
        { ...QUIET, signal },
      ),
    refetchInterval: AGAIN_AFTER_MS,
  });

function fieldsOf({ baseId, quoteId, type, side, quantity, limitPrice, ...rest }: Wish) {
  const { quantityOf, timeInForce, expiresAt, takeProfit, stopLoss, exitUntil } = rest;
  return {
    currency_id: baseId,
    legal_id: quoteId,
    account_type: type,
    type: side === 'buy' ? '1' : '2',
    amount: quantity,
    target_price: limitPrice ?? '0',
    ...(quantityOf && { amount_of: quantityOf }),
    ...(timeInForce && { time_in_force: timeInForce }),
    ...(expiresAt !== undefined && { expires_at: String(expiresAt) }),
    ...(takeProfit !== undefined && { take_profit_price: takeProfit }),
    ...(stopLoss !== undefined && { stop_loss_price: stopLoss }),
    ...(exitUntil !== undefined && { exit_expires_at: String(exitUntil) }),
  };
}

/** What an order would do; asked again every two seconds while it is looked at. */
export const previewOf = (wish: Wish | null) =>
  queryOptions({
    queryKey: [...SPOT, 'preview', wish],
    queryFn: ({ signal }) => post<SpotPreviewView>('spot/preview', wish ? fieldsOf(wish) : {}, { ...QUIET, signal }),
    enabled: wish !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: PREVIEW_AGAIN_MS,
  });

/**
 * How an order is sent: beyond `worstPrice` a market order is refused, and at a higher fee than `worstFeeRatio` every order;
 * `isAutomatic`: not by a press of the button.
 */
export interface Placing {
  worstPrice: string | null;
  worstFeeRatio: string;
  key: string;
  isAutomatic: boolean;
}

export function placeOrder(wish: Wish, { worstPrice, worstFeeRatio, key, isAutomatic }: Placing): Promise<string> {
  const bounds = { worst_fee_ratio: worstFeeRatio, ...(worstPrice === null ? {} : { worst_price: worstPrice }) };
  const fields = { ...fieldsOf(wish), ...bounds };
  return post('coin/trade', fields, { ...QUIET, idempotencyKey: key, isAutomatic });
}
