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
export function PayForm({ withdrawal: { id, holder, sending }, amount, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const isOther = sending?.mine === false;
  const settle = useOutcome(onDecided);
  const form = useForm({
    initialValues: { transaction: '', reason: '' },
    validate: {
      transaction: (value) => (value.trim() === '' ? t('form.required') : null),
      reason: (value) => (isOther && value.trim().length < 3 ? t('form.reasonShort') : null),
    },
  });
  const { busy, problem, submit } = useSubmission<{ transaction: string; reason: string }>(form, {
    fields: {
      'deposits.hash-invalid': 'transaction',
      'withdrawals.transaction-used': 'transaction',
      'deposits.hash-used': 'transaction',
    },
    send: ({ transaction, reason }) =>
      settle(
        deskPost<DecisionView>(`withdrawals/${id}/paid`, {
          transaction: transaction.trim(),
          ...(isOther && { reason: reason.trim() }),
        }),
      ),
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
      {isOther && (
        <TextField
          {...form.getInputProps('reason')}
          label={t('common.reason')}
          help={t('sending.payForAnother')}
          maxLength={500}
        />
      )}
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" loading={busy}>
          {t('withdrawal.pay')}
        </Button>
      </div>
    </form>
  );
}
