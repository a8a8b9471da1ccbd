import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DepositCurrencyView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { textsOf, useDraft } from '../../../platform/draft';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { Form, FormIntro } from '../../../ui/form';
import { readTypedAmount } from '../../../ui/typed-amount';
import { focusFirstError } from '../../account/profile';
import { AskedWay } from './asked-way';
import { CancelDeposit } from './cancel-deposit';
import { CoinAndNetwork, type Way } from './coin-and-network';
import { latestDeposits, submitQuickDeposit } from './deposits.api';
import { HashField } from './hash-field';
import { hashIn } from './transaction-hash';
import { useDepositRules } from './use-deposit-rules';

const EMPTY = { amount: '', hash: '' };

/** For what was sent already: coin, network, amount and the transaction's hash, and nothing else. */
export function QuickDepositForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <AskedWay rows={5}>
      {({ coins, way, choose }) => (
        <>
          <FormIntro text={t('deposit.quickText')} />
          <QuickFields coins={coins} way={way} onChoose={choose} onDone={onDone} />
        </>
      )}
    </AskedWay>
  );
}

interface FieldsProps {
  coins: readonly DepositCurrencyView[];
  way: Way;
  onChoose: (coin: string, network: string | null) => void;
  onDone: () => void;
}

function QuickFields({ coins, way, onChoose, onDone }: FieldsProps) {
  const { t } = useTranslation();
  const { coin, network } = way;
  const language = useLanguage();
  const queries = useQueryClient();
  const draft = useDraft('deposit-quick');
  const rules = useDepositRules({ minimum: network.min_number, unit: coin.name });
  const form = useForm({
    initialValues: textsOf(draft.read(), EMPTY),
    onValuesChange: (values) => draft.save(values),
    validate: { amount: rules.amount, hash: rules.hash },
  });
  const { busy, problem, submit } = useSubmission<typeof EMPTY & { coin: number; network: string }, keyof typeof EMPTY>(
    form,
    {
      fields: {
        'deposits.below-minimum': 'amount',
        'ledger.too-many-decimals': 'amount',
        'deposits.hash-invalid': 'hash',
        'deposits.hash-used': 'hash',
      },
      send: async (values, key) => {
        const amount = readTypedAmount(values.amount, language) ?? '';
        const hash = hashIn(values.hash);
        await submitQuickDeposit({ currencyId: values.coin, network: values.network, amount, hash }, key);
        form.setValues(EMPTY);
        draft.drop();
        void queries.invalidateQueries({ queryKey: latestDeposits.queryKey });
        onDone();
      },
    },
  );
  return (
    <Form
      onSubmit={form.onSubmit(
        (values) => submit({ ...values, coin: coin.id, network: network.network }),
        (errors) => focusFirstError(form, errors),
      )}
      submit={t('deposit.submit')}
      busy={busy}
      problem={problem}
    >
      <CoinAndNetwork coins={coins} way={way} onChoose={onChoose} />
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        label={t('deposit.amount')}
        unit={coin.name}
      />
      <HashField {...form.getInputProps('hash')} />
      <CancelDeposit
        typed={Object.values(form.values)}
        busy={busy}
        onCancel={() => {
          form.setValues(EMPTY);
          form.clearErrors();
          draft.drop();
        }}
      />
    </Form>
  );
}
