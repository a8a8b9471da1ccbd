import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BankAccountView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { CallFailed } from '../../../platform/api';
import { textsOf, useDraft } from '../../../platform/draft';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { usePhoto } from '../../../platform/use-photo';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { CopyButton } from '../../../ui/copy-button';
import { ErrorState } from '../../../ui/error-state';
import { Form, FormIntro } from '../../../ui/form';
import { PhotoField } from '../../../ui/photo-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { TextField } from '../../../ui/text-field';
import { readTypedAmount } from '../../../ui/typed-amount';
import { focusFirstError } from '../../account/profile';
import { CancelDeposit } from './cancel-deposit';
import { houseAccount, latestDeposits, submitBankDeposit } from './deposits.api';
import styles from './deposits.module.css';
import { NotConfigured } from './not-configured';
import { useDepositRules } from './use-deposit-rules';

const EMPTY = { amount: '', sender: '', proof: '' };
type Values = typeof EMPTY;
/** What bank transfers are credited in. */
const UNIT = 'USDT';

/** A transfer to the house's bank account: where to, how much, and the proof of it. */
export function BankDepositForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(houseAccount);
  if (error && !data) {
    const isMissing = error instanceof CallFailed && error.code === 'deposits.address-not-configured';
    if (!isMissing) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
    return (
      <div className={styles.part}>
        <NotConfigured text={error.message} />
      </div>
    );
  }
  if (!data) return <CardSkeleton rows={4} />;
  return (
    <>
      <FormIntro text={t('deposit.bankText')} />
      <div className={styles.part}>
        <HouseAccount account={data} />
      </div>
      <BankFields onDone={onDone} />
    </>
  );
}

function HouseAccount({ account }: { account: BankAccountView }) {
  const { t } = useTranslation();
  const lines = [
    { label: t('bank.bankName'), value: account.bkname },
    { label: t('bank.cardNumber'), value: account.bkcardnumer },
    { label: t('bank.holder'), value: account.cardname },
  ];
  return (
    <>
      {lines.map(({ label, value }) => (
        <div key={label} className={styles.line}>
          <span className={styles.lineValue}>
            <span className={styles.lineLabel}>{label}</span>
            <br />
            {value}
          </span>
          <CopyButton text={value} label={label} />
        </div>
      ))}
    </>
  );
}

function useBankDeposit(onDone: () => void) {
  const language = useLanguage();
  const queries = useQueryClient();
  const draft = useDraft('deposit-bank');
  const photo = usePhoto('deposit', { onReference: () => form.clearFieldError('proof') });
  const rules = useDepositRules({ minimum: null, unit: UNIT });
  const form = useForm<Values>({
    initialValues: textsOf(draft.read(), EMPTY),
    onValuesChange: (values) => draft.save({ ...values, proof: '' }),
    validate: { amount: rules.amount, proof: () => rules.proof(photo) },
  });
  const submission = useSubmission<Values>(form, {
    fields: {
      'deposits.below-minimum': 'amount',
      'ledger.too-many-decimals': 'amount',
      'deposits.proof-required': 'proof',
      'uploads.unknown': 'proof',
    },
    send: async ({ amount, sender, proof }, key) => {
      await submitBankDeposit({ amount: readTypedAmount(amount, language) ?? '', sender: sender.trim(), proof }, key);
      form.setValues(EMPTY);
      draft.drop();
      photo.remove();
      void queries.invalidateQueries({ queryKey: latestDeposits.queryKey });
      onDone();
    },
  });
  const cancel = () => {
    form.setValues(EMPTY);
    form.clearErrors();
    draft.drop();
    photo.remove();
  };
  return { form, photo, cancel, ...submission };
}

function BankFields({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { form, photo, cancel, busy, problem, submit } = useBankDeposit(onDone);
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
        unit={UNIT}
        help={t('deposit.bankAmountHelp')}
      />
      <TextField
        {...form.getInputProps('sender')}
        label={t('deposit.sender')}
        optional
        autoComplete="name"
        maxLength={200}
      />
      <PhotoField
        label={t('deposit.transferPhoto')}
        help={t('deposit.transferPhotoHelp')}
        error={form.errors.proof as string | undefined}
        photo={photo}
        path="proof"
      />
      <CancelDeposit
        typed={[form.values.amount, form.values.sender, photo.reference ?? '']}
        busy={busy}
        onCancel={cancel}
      />
    </Form>
  );
}
