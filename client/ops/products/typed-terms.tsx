import { useTranslation } from 'react-i18next';
import type { ProductTermKind } from '../../../server/contract/rules/product-terms.rules';
import type { Language } from '../../../server/contract/errors';
import { AmountInput } from '../../ui/amount-input';
import { amountFrom } from '../../ui/typed-amount';
import { TypedField } from '../parts/typed-field';
import { TERM_FIELDS, type TermName } from './term-fields';

/** The terms of a product as they are typed. */
export type TypedTerms = Partial<Record<TermName, string>>;

interface Props {
  kind: ProductTermKind;
  typed: TypedTerms;
  /** The field that no product can have; null: none. */
  wrong: string | null;
  onType: (typed: TypedTerms) => void;
}

/** A field for each of the terms. */
export function TermInputs({ kind, typed, wrong, onType }: Props) {
  const { t } = useTranslation('desk');
  return TERM_FIELDS[kind].map(({ name, as, empty }) => {
    const shown = {
      label: t(`products.${name}`) + (as === 'percent' ? ' (%)' : ''),
      help: empty === undefined ? undefined : t(`products.${empty}Help`),
      error: wrong === name ? t('products.wrong') : undefined,
      maxLength: 60,
      value: typed[name] ?? '',
    };
    const type = (text: string) => onType({ ...typed, [name]: text });
    return as === 'list' || as === 'count' ? (
      <TypedField
        key={name}
        {...shown}
        help={as === 'list' ? t('products.leveragesHelp') : shown.help}
        inputMode={as === 'count' ? 'numeric' : undefined}
        onType={type}
      />
    ) : (
      <AmountInput key={name} {...shown} onChange={type} />
    );
  });
}

/** Whether a field is empty that has to be filled in. */
export function lacksTerm(typed: TypedTerms, kind: ProductTermKind): boolean {
  return TERM_FIELDS[kind].some(({ name, empty }) => empty === undefined && (typed[name] ?? '').trim() === '');
}

/** As the server takes them; what is no number stays none, and the field says so. */
export function termsFrom(typed: TypedTerms, kind: ProductTermKind, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    TERM_FIELDS[kind].map(({ name, as, empty }) => {
      const text = (typed[name] ?? '').trim();
      if (text === '' && empty !== undefined) return [name, null];
      if (as === 'list') return [name, text.split(/\s+/).map(Number)];
      return [name, as === 'count' ? Number(text) : amountFrom(text, language)];
    }),
  );
}
