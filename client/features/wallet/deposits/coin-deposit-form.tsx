import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textsOf, useDraft } from '../../../platform/draft';
import { useLanguage } from '../../../platform/preferences';
import { usePhoto } from '../../../platform/use-photo';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { Form } from '../../../ui/form';
import { PhotoField } from '../../../ui/photo-field';
import { Tabs } from '../../../ui/tabs';
import { readTypedAmount } from '../../../ui/typed-amount';
import { focusFirstError } from '../../account/profile';
import { CancelDeposit } from './cancel-deposit';
import type { Way } from './coin-and-network';
import { latestDeposits, submitCoinDeposit } from './deposits.api';
import { HashField } from './hash-field';
import { hashIn } from './transaction-hash';
import { useDepositRules } from './use-deposit-rules';

const EMPTY = { amount: '', by: 'hash', hash: '', proof: '' };
type Values = typeof EMPTY;
const PANEL = 'deposit-proof';

interface Props {
  way: Way;
  onDone: () => void;
}

function useCoinDeposit({ way, onDone }: Props) {
  const { coin, network } = way;
  const language = useLanguage();
  const queries = useQueryClient();
  const draft = useDraft(`deposit:${coin.id}:${network.network}`);
  const photo = usePhoto('deposit', { onReference: () => form.clearFieldError('proof') });
  const rules = useDepositRules({ minimum: network.min_number, unit: coin.name });
  const form = useForm<Values>({
    initialValues: textsOf(draft.read(), EMPTY),
    onValuesChange: (values) => draft.save({ ...values, proof: '' }),
    validate: {
      amount: rules.amount,
      hash: (value, { by }) => (by === 'hash' ? rules.hash(value) : null),
      proof: (_value, { by }) => (by === 'photo' ? rules.proof(photo) : null),
    },
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      'deposits.below-minimum': 'amount',
      'ledger.too-many-decimals': 'amount',
      'deposits.hash-invalid': 'hash',
      'deposits.hash-used': 'hash',
      'deposits.proof-required': 'proof',
      'uploads.unknown': 'proof',
    },
    send: async ({ amount, by, hash, proof }, key) => {
      const isHash = by === 'hash';
      await submitCoinDeposit(
        {
          currencyId: coin.id,
          network: network.network,
          amount: readTypedAmount(amount, language) ?? '',
          hash: isHash ? hashIn(hash) : '',
          proof: isHash ? '' : proof,
        },
        key,
      );
      form.setValues({ ...EMPTY, by });
      draft.drop();
      photo.remove();
      void queries.invalidateQueries({ queryKey: latestDeposits.queryKey });
      onDone();
    },
  });
  const cancel = () => {
    form.setValues({ ...EMPTY, by: form.values.by });
    form.clearErrors();
    draft.drop();
    photo.remove();
  };
  return { form, photo, cancel, ...submission };
}

/** The word that a coin was sent: how much of it, and the transaction's hash or a photo that shows it. */
export function CoinDepositForm(props: Props) {
  const { t } = useTranslation();
  const { form, photo, cancel, busy, problem, submit } = useCoinDeposit(props);
  const { by } = form.values;
  const key = by === 'photo' ? 'photo' : 'hash';
  return (
    <Form
      onSubmit={form.onSubmit(
        (values) => submit({ ...values, proof: photo.reference ?? '' }),
        (errors) => focusFirstError(form, errors),
      )}
      submit={t('deposit.submit')}
      busy={busy}
      problem={problem}
    >
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        label={t('deposit.amount')}
        unit={props.way.coin.name}
      />
      <Tabs
        label={t('deposit.proof')}
        tabs={[
          { key: 'hash', label: t('deposit.byHash') },
          { key: 'photo', label: t('deposit.byPhoto') },
        ]}
        chosen={key}
        onChoose={(next) => form.setFieldValue('by', next)}
        controls={PANEL}
        flush
      />
      <div id={PANEL} role="tabpanel" aria-label={t(key === 'hash' ? 'deposit.byHash' : 'deposit.byPhoto')}>
        {key === 'hash' ? (
          <HashField {...form.getInputProps('hash')} />
        ) : (
          <PhotoField
            label={t('deposit.photo')}
            help={t('deposit.photoHelp')}
            error={form.errors.proof as string | undefined}
            photo={photo}
            path="proof"
          />
        )}
      </div>
      <CancelDeposit
        typed={[form.values.amount, form.values.hash, photo.reference ?? '']}
        busy={busy}
        onCancel={cancel}
      />
    </Form>
  );
}
