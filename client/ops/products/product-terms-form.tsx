import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProductTermKind, type ProductTerms, wrongTerm } from '../../../server/contract/rules/product-terms.rules';
import type { Language } from '../../../server/contract/errors';
import { useLanguage } from '../../platform/preferences';
import { withoutClosingZeros } from '../../ui/money-text';
import { toast } from '../../ui/toast';
import { typedAs } from '../../ui/typed-amount';
import { TickBox } from '../../ui/tick-box';
import { ReasonForm } from '../parts/reason-form';
import { type OfferedProduct, PLACES, TERM_FIELDS, termOf } from './term-fields';
import { proposeChange } from './propose-change';
import { lacksTerm, TermInputs, termsFrom, type TypedTerms } from './typed-terms';

interface Props {
  kind: ProductTermKind;
  product: OfferedProduct;
  onClose: () => void;
}

/** Proposes other terms. What was typed stays when it is refused. */
export function ProductTermsForm({ kind, product, onClose }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  // What stands in the fields is of these terms, whatever the list says meanwhile.
  const [seen] = useState(product.version);
  const [typed, setTyped] = useState<TypedTerms>(() => asTyped(product, kind, language));
  const [enabled, setEnabled] = useState(product.enabled);
  const isEmpty = lacksTerm(typed, kind);
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
      <TermInputs kind={kind} typed={typed} wrong={wrong} onType={setTyped} />
    </ReasonForm>
  );
}

function asTyped(product: OfferedProduct, kind: ProductTermKind, language: Language): TypedTerms {
  return Object.fromEntries(
    TERM_FIELDS[kind].map(({ name, as }) => {
      const value = termOf(product, name);
      if (value === null) return [name, ''];
      if (Array.isArray(value)) return [name, value.join(' ')];
      return [name, as === 'count' ? String(value) : typedAs(withoutClosingZeros(String(value)), language)];
    }),
  );
}
