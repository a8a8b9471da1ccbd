import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_WORDS } from '../../../server/contract/languages/products';
import {
  type CountryProduct,
  EVERY_COUNTRY,
  OFFER_STATES,
  type OfferState,
  RULED_PRODUCTS,
  wrongField,
} from '../../../server/contract/rules/country-rules.rules';
import { useLanguage } from '../../platform/preferences';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCountryWord } from '../parts/country-word';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { refreshDesk } from '../parts/use-desk-query';
import { STATE_WORDS } from './state-words';

const INHERITED = 'inherited';

/** Another rule, for a second person to agree to. */
export function CountryRuleForm() {
  const { t } = useTranslation('desk');
  const words = PRODUCT_WORDS[useLanguage()];
  const nameOf = useCountryWord();
  const [typed, setTyped] = useState('');
  const [product, setProduct] = useState<CountryProduct>('spot');
  const [state, setState] = useState<OfferState | typeof INHERITED>('allowed');
  const [leverage, setLeverage] = useState('');
  const country = typed.trim().toUpperCase();
  const hasLeverage = product === 'contracts' && state === 'allowed';
  const rule = {
    country,
    product,
    state: state === INHERITED ? null : state,
    leverageMax: hasLeverage && leverage.trim() !== '' ? Number(leverage) : null,
  };
  const send = async (reason: string, key: string) => {
    await deskPost('reference/countries', { ...rule, reason }, key);
    toast(t('proposal.proposed'));
    refreshDesk('proposals', 'queues');
    setTyped('');
    setLeverage('');
  };
  const name = /^[A-Z]{2}$/.test(country) ? nameOf(country) : null;
  return (
    <ReasonForm
      action={t('countries.propose')}
      send={send}
      content={JSON.stringify(rule)}
      disabled={wrongField(rule) !== null}
    >
      <TypedField
        label={t('countries.country')}
        help={country === EVERY_COUNTRY ? t('countries.everywhere') : (name ?? t('countries.countryHelp'))}
        value={typed}
        maxLength={2}
        onType={setTyped}
      />
      <SelectField
        label={t('countries.product')}
        value={product}
        choices={RULED_PRODUCTS.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => setProduct(RULED_PRODUCTS.find((each) => each === value) ?? 'spot')}
      />
      <SelectField
        label={t('countries.state')}
        value={state}
        choices={[
          ...OFFER_STATES.map((value) => ({ value: value as string, label: t(STATE_WORDS[value]) })),
          ...(country === EVERY_COUNTRY ? [] : [{ value: INHERITED, label: t('countries.inherited') }]),
        ]}
        onChange={(value) => setState(OFFER_STATES.find((each) => each === value) ?? INHERITED)}
      />
      {hasLeverage && (
        <TypedField
          label={t('countries.leverage')}
          help={t('countries.leverageHelp')}
          value={leverage}
          maxLength={4}
          inputMode="numeric"
          onType={setLeverage}
        />
      )}
    </ReasonForm>
  );
}
