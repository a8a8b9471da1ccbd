import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SpotDeskView, SpotPreviewView } from '../../../../server/contract/trading/spot.dto';
import { bookSide } from '../../../../server/contract/rules/book-walk.rules';
import { quantityForAmount, type SpotTerms } from '../../../../server/contract/rules/spot.rules';
import type { AccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { readTypedAmount } from '../../../ui/typed-amount';
import type { Pair } from '../spot-orders';
import { previewOf, type Wish } from './spot.api';
import { type Book, estimate, type Figures, figuresOf, isByAmount, quantityAtLimit, type Ticket } from './ticket';

/** Whoever types is not asked about. */
const DEBOUNCE_MS = 350;

export interface Order {
  /** What would be sent; null while something is missing or wrong. */
  wish: Wish | null;
  /** What is wrong with a field, in words. */
  errors: Record<'price' | 'quantity' | 'until' | 'takeProfit' | 'stopLoss' | 'leavesUntil', string | null>;
  /** What it costs and gives by the server's preview, or until that is there by the book that is seen. */
  figures: Figures | null;
  /** Why the server would refuse it, in words. */
  refusal: string | null;
}

interface Asked {
  ticket: Ticket;
  pair: Pair;
  type: AccountType;
  desk: SpotDeskView;
  book: Book;
}

/** The order that the ticket means, judged and counted. */
export function useOrder({ ticket, pair, type, desk, book }: Asked): Order {
  const { t } = useTranslation();
  const language = useLanguage();
  const isLimit = ticket.kind === 'limit';
  const byAmount = isByAmount(ticket);
  const leaves = ticket.leaves && ticket.side === 'buy';
  const isLeft = leaves && (ticket.takeProfit !== '' || ticket.stopLoss !== '');
  const isUntil = isLimit && ticket.time === 'gtd';
  const judge = (text: string, scale: number) => verdictWords(judgeAmount(text, language, { scale }), scale, t);
  const errors = {
    price: isLimit ? judge(ticket.price, desk.price_scale) : null,
    quantity: judge(ticket.quantity, byAmount ? desk.quote_scale : desk.quantity_scale),
    until: isUntil && ticket.until === null ? t('form.required') : null,
    takeProfit: leaves && ticket.takeProfit !== '' ? judge(ticket.takeProfit, desk.price_scale) : null,
    leavesUntil: isLeft && ticket.leavesDated && ticket.leavesUntil === null ? t('form.required') : null,
    stopLoss: leaves && ticket.stopLoss !== '' ? judge(ticket.stopLoss, desk.price_scale) : null,
  };
  const read = (text: string) => withoutClosingZeros(readTypedAmount(text, language) ?? '0');
  // A waiting order is one for a quantity: an amount is turned into it at its limit, which is shown before the press.
  const quantity =
    byAmount && isLimit && errors.price === null && errors.quantity === null
      ? withoutClosingZeros(atLimit(read(ticket.quantity), read(ticket.price), ticket.side, desk))
      : read(ticket.quantity);
  if (quantity === '0') errors.quantity ??= t('errors.amount');
  const isRight = Object.values(errors).every((error) => error === null);
  const wish: Wish | null = isRight
    ? {
        ...pair,
        type,
        side: ticket.side,
        quantity,
        limitPrice: isLimit ? read(ticket.price) : null,
        ...(byAmount && !isLimit && { quantityOf: 'quote' as const }),
        ...(isLimit && ticket.time !== 'gtc' && { timeInForce: ticket.time }),
        ...(isUntil && ticket.until !== null && { expiresAt: ticket.until }),
        ...(leaves && ticket.takeProfit !== '' && { takeProfit: read(ticket.takeProfit) }),
        ...(leaves && ticket.stopLoss !== '' && { stopLoss: read(ticket.stopLoss) }),
        ...(isLeft && ticket.leavesDated && ticket.leavesUntil !== null && { exitUntil: ticket.leavesUntil }),
      }
    : null;
  const { preview, refusal } = usePreview(wish);
  return { wish, errors, figures: wish && figuresFor(wish, desk, preview ?? book), refusal };
}

function atLimit(amount: string, price: string, side: Ticket['side'], desk: SpotDeskView): string {
  return quantityAtLimit(amount, price, { side, feeRatio: desk.fee_ratio, scale: desk.quantity_scale });
}

/** The debounced answer of the server to the wish; nothing of an older wish. */
function usePreview(wish: Wish | null): { preview: SpotPreviewView | null; refusal: string | null } {
  const text = JSON.stringify(wish);
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const isSettled = settled === text;
  const { data, error } = useQuery(previewOf(isSettled ? wish : null));
  if (!isSettled) return { preview: null, refusal: null };
  const refusal = error instanceof CallFailed && error.kind === 'refused' ? error.message : null;
  return { preview: error ? null : (data ?? null), refusal };
}

/** @param quantity of the coin: what the preview says where the wish is for an amount. */
export function termsOf(wish: Wish, desk: SpotDeskView, quantity = wish.quantity): SpotTerms {
  const { side, limitPrice } = wish;
  return { side, quantity, limitPrice, feeRatio: desk.fee_ratio, quoteScale: desk.quote_scale };
}

function figuresFor(wish: Wish, desk: SpotDeskView, by: SpotPreviewView | Book): Figures {
  if ('bids' in by) return estimate(termsOf(wish, desk, quantityBy(wish, desk, by)), by);
  const { quantity, filled, amount, fee, fee_ratio, average_price: average, worst_price: worst } = by;
  return figuresOf(termsOf(wish, { ...desk, fee_ratio }, quantity), { filled, amount, fee, average, worst });
}

function quantityBy(wish: Wish, desk: SpotDeskView, book: Book): string {
  if (wish.quantityOf !== 'quote') return wish.quantity;
  const levels = bookSide(book, wish.side);
  const asked = { amount: wish.quantity, levels, quantityScale: desk.quantity_scale };
  return quantityForAmount(termsOf(wish, desk), asked);
}
