import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import { costOf, purchase as purchaseOf } from '../../../../server/contract/rules/subscription.rules';
import type { SubscriptionOfferView } from '../../../../server/contract/trading/subscription.dto';
import { CallFailed } from '../../../platform/api';
import { textsOf, useDraft } from '../../../platform/draft';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { judgeAmount } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { readTypedAmount } from '../../../ui/typed-amount';
import { buy, KEYS, type Purchase } from './subscription.api';

interface Values {
  /** As it was typed, in the payment coin. */
  amount: string;
  agreed: boolean;
}

/** Refusals that belong to a field, and so to the form rather than to the sheet that asks once more. */
const FIELDS: Partial<Record<RefusalCode, keyof Values>> = {
  'subscription.below-minimum': 'amount',
  'subscription.above-maximum': 'amount',
  'subscription.only-left': 'amount',
  'subscription.sold-out': 'amount',
  'ledger.insufficient-balance': 'amount',
  'ledger.too-many-decimals': 'amount',
  'subscription.agreement': 'agreed',
};

interface Props {
  offer: SubscriptionOfferView;
  /** Of the spot account; null while nobody knows. */
  available: DecimalText | null;
  /** The form has to be looked at again. */
  onRefused: () => void;
  onBought: (words: string) => void;
}

const smaller = (one: DecimalText, other: DecimalText) => (toUnits(one) < toUnits(other) ? one : other);

/** The form: its rules, and what becomes of it. What was typed is kept while other pages are visited. */
export function useSubscription({ offer, available, onRefused, onBought }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const draft = useDraft(`subscription:${offer.id}`);
  const bounds = boundsOf(offer);
  const judge = useJudge(offer, bounds, available);
  const form = useForm<Values>({
    initialValues: { ...textsOf(draft.read(), { amount: '' }), agreed: false },
    onValuesChange: ({ amount }) => draft.save({ amount }),
    validate: { amount: judge, agreed: (ticked) => (ticked ? null : t('subscription.agreeFirst')) },
  });
  const bought = useRef(false);
  const submission = useSubmission<Purchase, keyof Values>(form, {
    form: 'subscription',
    fields: FIELDS,
    send: async (purchase, key) => {
      // The page goes once the history allows it: until then its button is no second purchase.
      if (bought.current) return;
      try {
        const words = await buy(purchase, key);
        bought.current = true;
        draft.drop();
        onBought(words);
      } catch (failure) {
        if (failure instanceof CallFailed && failure.code !== null && failure.code in FIELDS) onRefused();
        throw failure;
      } finally {
        // What is left, balance and orders may be others now, whatever became of it.
        await Promise.all([KEYS.mine, KEYS.offered].map((queryKey) => queries.invalidateQueries({ queryKey })));
      }
    },
  });
  const { amount: typed } = form.values;
  const amount = judge(typed) === null ? readTypedAmount(typed, language) : null;
  return {
    form,
    ...submission,
    /** The purchase, once it is one that can be made. */
    purchase: amount === null ? null : { offerId: offer.id, amount },
    /** What it would bring; nothing while there is none. */
    coins: amount === null ? null : purchaseOf({ amount, ...termsOf(offer) }).coins,
    /** The least and the most that can be paid. */
    minimum: bounds.least,
    maximum: available === null ? bounds.most : smaller(available, bounds.most),
  };
}

export type SubscriptionDraft = ReturnType<typeof useSubscription>;

export function termsOf({ change_rate, coin_scale, currency_scale }: SubscriptionOfferView) {
  return { price: change_rate, coinScale: coin_scale, paymentScale: currency_scale };
}

/** What one order costs at least and at most: all that is left, or what one user may have. */
function boundsOf(offer: SubscriptionOfferView): { least: DecimalText; most: DecimalText } {
  const { last_num: left, buy_num, buy_max } = offer;
  const terms = termsOf(offer);
  return { least: costOf(smaller(buy_num, left), terms), most: costOf(smaller(buy_max, left), terms) };
}

/** Says what is wrong with an amount as it was typed; null where nothing is. */
function useJudge(
  offer: SubscriptionOfferView,
  { least, most }: { least: DecimalText; most: DecimalText },
  available: DecimalText | null,
): (typed: string) => string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency_scale: scale, currency_name: unit } = offer;
  const money = (amount: DecimalText) => `${formatDecimal(withoutClosingZeros(amount), language)} ${unit}`;
  const isMore = (amount: DecimalText, than: DecimalText) => toUnits(amount) > toUnits(than);
  return (typed) => {
    switch (judgeAmount(typed, language, { scale, minimum: least })) {
      case 'required':
        return t('form.required');
      case 'amount':
        return t('errors.amount');
      case 'decimals':
        return t('errors.decimals', { count: scale });
      case 'below':
        return t('subscription.belowMinimum', { minimum: money(least) });
      default:
    }
    const amount = readTypedAmount(typed, language) ?? '0';
    if (isMore(amount, most)) return t('subscription.aboveMaximum', { maximum: money(fromUnits(toUnits(most))) });
    return available !== null && isMore(amount, available) ? t('subscription.insufficient') : null;
  };
}
