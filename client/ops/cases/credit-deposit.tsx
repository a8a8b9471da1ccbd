import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../../server/contract/money';
import type { DecisionView, DepositCaseView } from '../../../server/contract/operations';
import { CallFailed } from '../../platform/api';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { AmountInput } from '../../ui/amount-input';
import { TextField } from '../../ui/text-field';
import { readTypedAmount } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { AreaField } from '../parts/area-field';
import { Problem } from '../parts/desk-form';
import { focusFirst } from '../parts/focus-first';
import { useOutcome } from './decision';

interface Props {
  deposit: DepositCaseView;
  onDecided: () => void;
}

/** What is typed before it is credited. */
interface Typed {
  amount: string;
  /** Where the user gave no hash. */
  transaction: string;
  reason: string;
}

/** Words that say what speaks against it. */
type Why = 'deposit.unproven' | 'deposit.unwatched' | 'deposit.chainObjects' | 'deposit.otherAmount';

/** Of a reason, as the server wants it. */
const REASON_MIN = 3;

/**
 * A yes to a deposit. What no chain confirms takes a reason and a second press: the first one says in words what is
 * missing.
 */
export function CreditDeposit({ deposit, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const { form, named, shown, why, isAsked, ask, dropAsk, busy, problem, submit } = useCredit({ deposit, onDecided });
  const amount = shown(named ?? deposit.claimedAmount);
  const press = (values: Typed) => {
    if (why === null || isAsked) submit(values);
    else ask();
  };
  return (
    <form
      noValidate
      className="desk-form"
      onSubmit={form.onSubmit(press, (errors) => focusFirst(form, errors))}
      aria-busy={busy}
    >
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        label={t('deposit.amount')}
        help={t('deposit.amountHelp', { amount: shown(deposit.claimedAmount) })}
        unit={deposit.coin}
      />
      {deposit.hash === null && (
        <TextField
          {...form.getInputProps('transaction')}
          label={t(deposit.kind === 'bank' ? 'withdrawal.transactionBank' : 'withdrawal.transaction')}
          help={t('deposit.transactionHelp')}
          autoComplete="off"
          spellCheck={false}
          maxLength={140}
        />
      )}
      {why !== null && (
        <AreaField {...form.getInputProps('reason')} label={t('deposit.overrule')} help={t(why)} maxLength={500} />
      )}
      <Problem text={problem} />
      {isAsked && (
        <p className="desk-strip" data-tone="bad" role="alert">
          {t('deposit.pressAgain', { amount })}
        </p>
      )}
      {/* A press that is doubled by mistake meets the way back. */}
      {isAsked ? (
        <div className="desk-actions" key="again">
          <Button size="sm" variant="default" onClick={dropAsk}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" size="sm" color="red" loading={busy}>
            {t('deposit.creditAnyway', { amount })}
          </Button>
        </div>
      ) : (
        <div className="desk-actions" key="first">
          <Button type="submit" size="sm" loading={busy}>
            {t('deposit.credit', { amount })}
          </Button>
        </div>
      )}
    </form>
  );
}

function useCredit({ deposit, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const settle = useOutcome(onDecided);
  const { id, claimedAmount, coin, hash, kind, chainVerdict } = deposit;
  const [askedFor, setAskedFor] = useState<string | null>(null);
  // What the chain has confirmed it may have said too long ago: only the server knows.
  const [isRefused, setIsRefused] = useState(false);
  const amountOf = (typed: string) => (typed.trim() === '' ? claimedAmount : readTypedAmount(typed, language));
  const whyOf = (typed: string): Why | null => {
    if (kind === 'bank') return 'deposit.unproven';
    if (chainVerdict === null) return 'deposit.unwatched';
    if (chainVerdict !== 'confirmed') return 'deposit.chainObjects';
    if (isRefused) return 'deposit.chainObjects';
    // The chain confirmed the claimed amount and no other.
    const named = amountOf(typed);
    return named !== null && toUnits(named) !== toUnits(claimedAmount) ? 'deposit.otherAmount' : null;
  };
  const form = useForm({
    initialValues: { amount: '', transaction: '', reason: '' },
    validate: {
      amount: (value) => (amountOf(value) === null ? t('form.amount') : null),
      transaction: (value) => (hash === null && value.trim() === '' ? t('form.required') : null),
      reason: (value, { amount }) =>
        whyOf(amount) !== null && value.trim().length < REASON_MIN ? t('form.reasonShort') : null,
    },
  });
  const submission = useSubmission<Typed>(form, {
    fields: {
      'ledger.too-many-decimals': 'amount',
      'wallet.reason-required': 'reason',
      'deposits.transaction-required': 'transaction',
      'deposits.hash-invalid': 'transaction',
      'deposits.hash-used': 'transaction',
    },
    send: ({ amount, transaction, reason }) => {
      const arrived = amount.trim() === '' ? null : amountOf(amount);
      const given = reason.trim() === '' ? {} : { reason: reason.trim() };
      const named = hash === null ? { transaction: transaction.trim() } : {};
      const body = { ...(arrived === null ? {} : { amount: arrived }), ...named, ...given };
      setAskedFor(null);
      return settle(deskPost<DecisionView>(`deposits/${id}/approve`, body)).catch((failure: unknown) => {
        if (failure instanceof CallFailed && failure.code === 'deposits.chain-objects') setIsRefused(true);
        throw failure;
      });
    },
  });
  const typed = JSON.stringify(form.values);
  return {
    form,
    ...submission,
    named: amountOf(form.values.amount),
    why: whyOf(form.values.amount),
    shown: (amount: string) => `${formatDecimal(amount, language)} ${coin}`,
    /** The first press counts for what stood in the fields. */
    isAsked: askedFor === typed,
    ask: () => setAskedFor(typed),
    dropAsk: () => setAskedFor(null),
  };
}
