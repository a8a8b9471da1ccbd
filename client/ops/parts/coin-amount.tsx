import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinsView } from '../../../server/contract/operations';
import { AmountInput } from '../../ui/amount-input';
import { SelectField } from './select-field';
import { useDeskQuery } from './use-desk-query';

interface Props<Values> {
  form: Pick<UseFormReturnType<Values>, 'values' | 'getInputProps'>;
  /** Fields between the two. */
  children?: ReactNode;
}

/** One of the product's coins, and an amount of it. */
export function CoinAmount<Values extends { currencyId: string; amount: string }>({ form, children }: Props<Values>) {
  const { t } = useTranslation('desk');
  const coins = useDeskQuery<CoinsView>('coins').data?.coins ?? [];
  const { currencyId, amount } = form.values;
  const coin = coins.find(({ id }) => String(id) === currencyId);
  return (
    <>
      <SelectField
        {...form.getInputProps('currencyId')}
        label={t('common.coin')}
        choices={[{ value: '', label: '—' }, ...coins.map(({ id, code }) => ({ value: String(id), label: code }))]}
      />
      {children}
      <AmountInput
        {...form.getInputProps('amount')}
        value={amount}
        label={t('common.amount')}
        unit={coin?.code ?? ''}
      />
    </>
  );
}
