import type { TFunction } from 'i18next';
import type { Language } from '../../server/contract/errors';
import { type DecimalText, toUnits } from '../../server/contract/money';
import { readTypedAmount } from './typed-amount';

/** What is wrong with an amount that was typed; null where there is nothing to say against it. */
export type AmountVerdict = 'required' | 'amount' | 'decimals' | 'below' | 'above' | null;

export interface AmountLimits {
  /** Decimals that it may have. */
  scale: number;
  minimum?: DecimalText;
  maximum?: DecimalText;
}

/** Judges an amount as it was typed, exactly: no floating-point number on the way. */
export function judgeAmount(
  text: string,
  language: Language,
  { scale, minimum, maximum }: AmountLimits,
): AmountVerdict {
  if (text.trim() === '') return 'required';
  const amount = readTypedAmount(text, language);
  if (amount === null || !/[1-9]/.test(amount)) return 'amount';
  if ((amount.split('.')[1]?.replace(/0+$/, '').length ?? 0) > scale) return 'decimals';
  const units = toUnits(amount);
  if (minimum !== undefined && units < toUnits(minimum)) return 'below';
  if (maximum !== undefined && units > toUnits(maximum)) return 'above';
  return null;
}

/** What is wrong, in words that every form has; where a limit was crossed, the form knows better ones. */
export function verdictWords(verdict: AmountVerdict, scale: number, t: TFunction): string | null {
  switch (verdict) {
    case null:
      return null;
    case 'required':
      return t('form.required');
    case 'decimals':
      return t('errors.decimals', { count: scale });
    default:
      return t('errors.amount');
  }
}
