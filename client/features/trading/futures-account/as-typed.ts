import type { Language } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';

/** Decimal text as somebody would type it: a field is read in the language's way, so it is written in it too. */
export function asTyped(value: DecimalText, language: Language): string {
  return language === 'es' ? value.replace('.', ',') : value;
}
