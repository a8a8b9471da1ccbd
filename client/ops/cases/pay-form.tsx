import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { DecisionView, WithdrawalCaseView } from '../../../server/contract/operations';
import { useSubmission } from '../../platform/use-submission';
import { TextField } from '../../ui/text-field';
import { deskPost } from '../frame/desk-call';
import { focusFirst } from '../parts/focus-first';
import { Problem } from '../parts/desk-form';
import { useOutcome } from './decision';

interface Props {
  withdrawal: WithdrawalCaseView;
  /** What is to be paid, in words. */
  amount: string;
  onDecided: () => void;
}

/** A released withdrawal has left the house: by which transaction. */
export function PayForm({ withdrawal: { id, holder }, amount, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const settle = useOutcome(onDecided);
  const form = useForm({
    initialValues: { transaction: '' },
    validate: { transaction: (value) => (value.trim() === '' ? t('form.required') : null) },
  });
  const { busy, problem, submit } = useSubmission<{ transaction: string }>(form, {
    fields: {
      'deposits.hash-invalid': 'transaction',
      'withdrawals.transaction-used': 'transaction',
      'deposits.hash-used': 'transaction',
    },
    send: ({ transaction }) =>
      settle(deskPost<DecisionView>(`withdrawals/${id}/paid`, { transaction: transaction.trim() })),
  });
  return (
    <form
      noValidate
      className="desk-form"
      aria-busy={busy}
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <TextField
        {...form.getInputProps('transaction')}
        label={t(holder === null ? 'withdrawal.transaction' : 'withdrawal.transactionBank')}
        help={t('withdrawal.payText', { amount })}
        autoComplete="off"
        spellCheck={false}
        maxLength={140}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" loading={busy}>
          {t('withdrawal.pay')}
        </Button>
      </div>
    </form>
  );
}
