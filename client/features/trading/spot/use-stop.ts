import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { credit, Decimal } from '../../../../server/contract/decimal';
import { quantityForPercent } from '../../../../server/contract/rules/spot.rules';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopPreviewView } from '../../../../server/contract/trading/spot-stops.dto';
import { useAccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { readTypedAmount } from '../../../ui/typed-amount';
import type { Market } from '../../markets/market-list';
import { stopPreviewOf, type StopWish } from '../spot-orders';
import type { Entered } from './ticket';

/** Whoever types is not asked about. */
const DEBOUNCE_MS = 350;

export interface StopTyped {
  typed: Entered;
  side: 'buy' | 'sell';
  market: Market;
  desk: SpotDeskView;
  /** The quantity is what it may cost. */
  isForAmount: boolean;
  isPair: boolean;
  isTrail: boolean;
}

/** The stop that was typed; null while something is missing or wrong, and what that is, in words. */
export function useStop({ typed, side, market, desk, isForAmount, isPair, isTrail }: StopTyped) {
  const { t } = useTranslation();
  const language = useLanguage();
  const type = useAccountType();
  const judge = (text: string, scale: number) => verdictWords(judgeAmount(text, language, { scale }), scale, t);
  // Nobody knows what a purchase at the market costs, so in a pair it has a limit.
  const mayBeAtMarket = !isPair || side === 'sell';
  const isPercent = typed.trailUnit === 'percent';
  const errors = {
    target: isPair ? judge(typed.target, desk.price_scale) : null,
    trigger: isTrail ? null : judge(typed.trigger, desk.price_scale),
    trail: isTrail ? judge(typed.trail, isPercent ? 2 : desk.price_scale) : null,
    trailUnit: null,
    price: isTrail || (typed.price === '' && mayBeAtMarket) ? null : judge(typed.price, desk.price_scale),
    quantity: judge(typed.quantity, isForAmount ? desk.quote_scale : desk.quantity_scale),
    percent: null,
    dated: null,
    until: typed.dated && typed.until === null ? t('form.required') : null,
  };
  const read = (text: string) => withoutClosingZeros(readTypedAmount(text, language) ?? '0');
  const isRight = Object.values(errors).every((error) => error === null);
  const { baseId, quoteId } = market;
  const wish: StopWish | null = isRight
    ? {
        baseId,
        quoteId,
        type,
        side,
        quantity: read(typed.quantity),
        triggerPrice: isTrail ? null : read(typed.trigger),
        limitPrice: isTrail || typed.price === '' ? null : read(typed.price),
        trailPercent: isTrail && isPercent ? read(typed.trail) : null,
        trailDistance: isTrail && !isPercent ? read(typed.trail) : null,
        targetPrice: isPair ? read(typed.target) : null,
        ...(typed.dated && typed.until !== null && { expiresAt: typed.until }),
      }
    : null;
  return { wish, errors };
}

/** What a part of the available comes to; null while the price that it depends on is missing. */
export function shareOf(
  { typed, side, desk, isForAmount, isPair }: StopTyped,
  percent: number,
  language: Parameters<typeof readTypedAmount>[1],
): string | null {
  if (isForAmount) return credit(new Decimal(desk.balance).times(percent).dividedBy(100), desk.quote_scale);
  const prices = [typed.price, ...(isPair ? [typed.target] : [])].map((text) => readTypedAmount(text, language) ?? '0');
  const price = side === 'sell' ? '1' : Decimal.max(...prices).toFixed();
  if (!/[1-9]/.test(price)) return null;
  const available = side === 'buy' ? desk.balance : desk.sellable_balance;
  const terms = { available, percent, price, quantityScale: desk.quantity_scale };
  return quantityForPercent({ side, feeRatio: desk.fee_ratio }, terms);
}

/** The debounced answer of the server to the wish; nothing of an older wish. */
export function useStopPreview(wish: StopWish | null): {
  preview: SpotStopPreviewView | null;
  refusal: string | null;
} {
  const { t } = useTranslation();
  const text = JSON.stringify(wish);
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const isSettled = settled === text;
  const { data, error } = useQuery(stopPreviewOf(isSettled ? wish : null));
  const refusal = isSettled && error instanceof CallFailed && error.kind === 'refused' ? failureWords(error, t) : null;
  return { preview: isSettled && !error ? (data ?? null) : null, refusal };
}
