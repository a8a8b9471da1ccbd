import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProductTermKind, type ProductTerms, wrongTerm } from '../../../server/contract/rules/product-terms.rules';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';
import { AmountInput } from '../../ui/amount-input';
import { withoutClosingZeros } from '../../ui/money-text';
import { toast } from '../../ui/toast';
import { amountFrom, typedAs } from '../../ui/typed-amount';
import { TickBox } from '../../ui/tick-box';
import { ReasonForm } from '../parts/reason-form';
import { TypedField } from '../parts/typed-field';
import { type OfferedProduct, PLACES, TERM_FIELDS, type TermName, termOf } from './term-fields';
import { proposeChange } from './propose-change';

interface Props {
  kind: ProductTermKind;
  product: OfferedProduct;
  onClose: () => void;
}

type Typed = Partial<Record<TermName, string>>;

/** Proposes other terms. What was typed stays when it is refused. */
export function ProductTermsForm({ kind, product, onClose }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const fields = TERM_FIELDS[kind];
  // What stands in the fields is of these terms, whatever the list says meanwhile.
  const [seen] = useState(product.version);
  const [typed, setTyped] = useState<Typed>(() => asTyped(product, kind, language));
  const [enabled, setEnabled] = useState(product.enabled);
  const type = (name: TermName) => (text: string) => setTyped((before) => ({ ...before, [name]: text }));
  const isEmpty = fields.some(({ name, empty }) => empty === undefined && (typed[name] ?? '').trim() === '');
  const terms = { ...termsFrom(typed, kind, language), enabled } as unknown as ProductTerms[typeof kind];
  const wrong = isEmpty ? null : wrongTerm(kind, terms, 'steps' in product ? product.steps : undefined);
  const send = async (reason: string, key: string) => {
    await proposeChange(`${PLACES[kind]}/${product.id}`, { ...terms, seen, reason }, key);
    toast(t('proposal.proposed'));
    onClose();
  };
  return (
    <ReasonForm
      action={t('products.propose')}
      send={send}
      content={JSON.stringify([typed, enabled])}
      disabled={isEmpty || wrong !== null}
      onCancel={onClose}
    >
      <TickBox label={t('otc.offered')} checked={enabled} onChange={setEnabled} />
      {fields.map(({ name, as, empty }) => {
        const shown = {
          label: t(`products.${name}`) + (as === 'percent' ? ' (%)' : ''),
          help: empty === undefined ? undefined : t(`products.${empty}Help`),
          error: wrong === name ? t('products.wrong') : undefined,
          maxLength: 60,
          value: typed[name] ?? '',
        };
        return as === 'list' || as === 'count' ? (
          <TypedField
            key={name}
            {...shown}
            help={as === 'list' ? t('products.leveragesHelp') : shown.help}
            inputMode={as === 'count' ? 'numeric' : undefined}
            onType={type(name)}
          />
        ) : (
          <AmountInput key={name} {...shown} onChange={type(name)} />
        );
      })}
    </ReasonForm>
  );
}

function asTyped(product: OfferedProduct, kind: ProductTermKind, language: Language): Typed {
  return Object.fromEntries(
    TERM_FIELDS[kind].map(({ name, as }) => {
      const value = termOf(product, name);
      if (value === null) return [name, ''];
      if (Array.isArray(value)) return [name, value.join(' ')];
      return [name, as === 'count' ? String(value) : typedAs(withoutClosingZeros(String(value)), language)];
    }),
  );
}

/** As the server takes them; what is no number stays none, and the field says so. */
function termsFrom(typed: Typed, kind: ProductTermKind, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    TERM_FIELDS[kind].map(({ name, as, empty }) => {
      const text = (typed[name] ?? '').trim();
      if (text === '' && empty !== undefined) return [name, null];
      if (as === 'list') return [name, text.split(/\s+/).map(Number)];
      return [name, as === 'count' ? Number(text) : amountFrom(text, language)];
    }),
  );
}
