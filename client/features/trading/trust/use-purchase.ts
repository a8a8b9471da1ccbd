import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import type { AccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { textsOf, useDraft } from '../../../platform/draft';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { judgeAmount } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { readTypedAmount } from '../../../ui/typed-amount';
import { isMore, smallest } from './rates';
import { buy, type ConfirmedPurchase, KEYS } from './trust.api';

interface Values {
  /** As it was typed. */
  amount: string;
  agreed: boolean;
}

/** Refusals that belong to a field, and so to the form rather than to the sheet that asks once more. */
const FIELDS: Partial<Record<RefusalCode, keyof Values>> = {
  'trust.below-minimum': 'amount',
  'trust.above-maximum': 'amount',
  'trust.sold-out': 'amount',
  'ledger.insufficient-balance': 'amount',
  'ledger.too-many-decimals': 'amount',
  'trust.agreement': 'agreed',
};

interface Props {
  product: TrustProductView;
  type: AccountType;
  /** Of the trust and the spot account together; null while nobody knows. */
  available: DecimalText | null;
  /** The form has to be looked at again. */
  onRefused: () => void;
  onBought: (words: string) => void;
}

/** The purchase's form: its rules, and what becomes of it. What was typed is kept while other pages are visited. */
export function usePurchase({ product, type, available, onRefused, onBought }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const draft = useDraft(`trust:${product.id}`);
  const judge = useJudge(product, available);

  const form = useForm<Values>({
    initialValues: { ...textsOf(draft.read(), { amount: '' }), agreed: false },
    onValuesChange: ({ amount }) => draft.save({ amount }),
    validate: { amount: judge, agreed: (ticked) => (ticked ? null : t('trust.agreeFirst')) },
  });
  const bought = useRef(false);
  const submission = useSubmission<ConfirmedPurchase, keyof Values>(form, {
    form: 'trust',
    fields: FIELDS,
    // At another interest it is still the same decision.
    intentOf: (purchase) => JSON.stringify({ ...purchase, worstDailyRatio: undefined }),
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
        // Quota, balance and orders may be others now, whatever became of it.
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
    purchase: amount === null ? null : { productId: product.id, amount, type },
    /** The most that can be brought. */
    maximum: smallest([available, product.save_max, product.quota_left]),
  };
}

export type PurchaseDraft = ReturnType<typeof usePurchase>;

/** Says what is wrong with an amount as it was typed; null where nothing is. */
function useJudge(product: TrustProductView, available: DecimalText | null): (typed: string) => string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const { scale, save_min: minimum, save_max, quota_left, currency_name: unit } = product;
  const money = (amount: DecimalText) => `${formatDecimal(withoutClosingZeros(amount), language)} ${unit}`;
  return (typed) => {
    switch (judgeAmount(typed, language, { scale, minimum })) {
      case 'required':
        return t('form.required');
      case 'amount':
        return t('errors.amount');
      case 'decimals':
        return t('errors.decimals', { count: scale });
      case 'below':
        return t('trust.belowMinimum', { minimum: money(minimum) });
      default:
    }
    const amount = readTypedAmount(typed, language) ?? '0';
    if (save_max !== '' && isMore(amount, save_max)) return t('trust.aboveMaximum', { maximum: money(save_max) });
    if (quota_left !== '' && isMore(amount, quota_left)) return t('trust.aboveQuota', { quota: money(quota_left) });
    return available !== null && isMore(amount, available) ? t('trust.insufficient') : null;
  };
}
