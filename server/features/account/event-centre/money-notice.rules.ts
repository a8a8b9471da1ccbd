import { z } from 'zod';
import { Decimal } from '../../../contract/decimal.js';
import type { AccountEventKind } from '../../../contract/events.dto.js';
import type { MoneyNoticeKind } from '../notices/index.js';
import type { EventNotice } from './event-notice.js';

const amount = z.string();
const coins = { currencyId: z.number().int(), amount };
const words = z.string().nullable();

const deposit = z.looseObject({ ...coins, state: z.string(), reason: words });
const withdrawal = z.looseObject({ ...coins, state: z.string(), reason: words });
const identity = z.looseObject({ status: z.string(), reason: words });
const trust = z.looseObject({ currencyId: z.number().int(), state: z.string(), principal: amount, income: amount });
const subscription = z.looseObject({ paymentCurrencyId: z.number().int(), state: z.string(), cost: amount });
const otc = z.looseObject({
  side: z.enum(['buy', 'sell']),
  event: z.string().nullable(),
  currencyId: z.number().int(),
  quantity: amount,
  fiat: z.string(),
  amount,
});
const ieo = z.looseObject({
  state: z.string(),
  allotted: amount.nullable(),
  second: amount.nullable(),
  secondState: z.string().nullable(),
  coinCurrencyId: z.number().int().optional(),
  freed: amount.optional(),
});
const referral = z.looseObject({
  what: z.string(),
  day: z.string().nullable(),
  rebates: z.array(z.looseObject(coins)),
});

type NoticesOf = (payload: unknown) => EventNotice[];

/** What is told of deposits, withdrawals, verification, products and orders with other users. */
export const moneyNotices: Partial<Record<AccountEventKind, NoticesOf>> = {
  deposit(payload) {
    const { state, reason, ...of } = deposit.parse(payload);
    if (state === 'credited') return [moved('deposit-credited', of)];
    return state === 'rejected' ? [moved('deposit-rejected', of, { reason: reason ?? '' })] : [];
  },
  withdrawal(payload) {
    const { state, reason, ...of } = withdrawal.parse(payload);
    if (state === 'approved') return [moved('withdrawal-approved', of)];
    if (state === 'paid') return [moved('withdrawal-paid', of)];
    return state === 'rejected' ? [moved('withdrawal-rejected', of, { reason: reason ?? '' })] : [];
  },
  kyc(payload) {
    const { status, reason } = identity.parse(payload);
    if (status === 'verified') return [{ kind: 'identity-verified', parameters: {} }];
    return status === 'rejected' ? [{ kind: 'identity-rejected', parameters: { reason: reason ?? '' } }] : [];
  },
  trust(payload) {
    const { state, currencyId, principal, income } = trust.parse(payload);
    if (state !== 'completed') return [];
    return [moved('trust-completed', { currencyId, amount: principal }, { income })];
  },
  subscription(payload) {
    const { state, paymentCurrencyId, cost } = subscription.parse(payload);
    return state === 'returned'
      ? [moved('subscription-returned', { currencyId: paymentCurrencyId, amount: cost })]
      : [];
  },
  c2c(payload) {
    const { side, event, currencyId, quantity, fiat, amount: money } = otc.parse(payload);
    const kind = otcKind(event, side);
    const more: Record<string, string> = kind === 'otc-paid' ? { fiat: `${money} ${fiat}` } : {};
    return kind ? [moved(kind, { currencyId, amount: quantity }, more)] : [];
  },
  ieo(payload) {
    const { state, allotted, second, secondState, coinCurrencyId, freed } = ieo.parse(payload);
    // What was offered stands in the row still when all of the sale goes back.
    if (state === 'cancelled') return [{ kind: 'ieo-cancelled', parameters: {} }];
    if (secondState === 'offered') return [{ kind: 'ieo-offered', parameters: { amount: second ?? '0' } }];
    if (state === 'allotted') return [{ kind: 'ieo-allotted', parameters: { amount: allotted ?? '0' } }];
    if (state === 'failed') return [{ kind: 'ieo-failed', parameters: {} }];
    // Each part that is set free is an event of its own.
    if (coinCurrencyId === undefined || freed === undefined || !new Decimal(freed).gt(0)) return [];
    return [moved('ieo-released', { currencyId: coinCurrencyId, amount: freed })];
  },
  referral(payload) {
    const { what, day, rebates } = referral.parse(payload);
    if (what !== 'rebates') return [];
    const paid = rebates.filter((rebate) => new Decimal(rebate.amount).gt(0));
    return paid.map((rebate) => moved('referral-rebates', rebate, { day: day ?? '' }));
  },
};

interface Coins {
  currencyId: number;
  amount: string;
}

function moved(kind: MoneyNoticeKind, of: Coins, more: Record<string, string> = {}): EventNotice {
  return { kind, currencyId: of.currencyId, parameters: { amount: of.amount, ...more } };
}

/** What one side is told of a step; null for a step that only the other side has to know, or nobody. */
function otcKind(event: string | null, side: 'buy' | 'sell'): MoneyNoticeKind | null {
  switch (event) {
    case 'open':
      return 'otc-opened';
    case 'pay':
      return side === 'sell' ? 'otc-paid' : null;
    case 'remind':
      return side === 'sell' ? 'otc-remind' : null;
    case 'release':
    case 'award-buyer':
      return 'otc-released';
    case 'cancel':
    case 'concede':
    case 'expire':
    case 'award-seller':
      return 'otc-cancelled';
    case 'appeal':
      return 'otc-appeal';
    default:
      return null;
  }
}
