import { useTranslation } from 'react-i18next';
import { isDecimalText, toUnits } from '../../../server/contract/money';
import type { WithdrawalCaseView, WithdrawalCaseDetailView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { formatMoment, spanOf } from '../parts/when';
import { type Check, CheckList } from './check-list';

const HOUR_MS = 3_600_000;
/** An address that is younger than this is worth a look, whatever the rule. */
const YOUNG_HOURS = 24;

/** Whether what is paid out is the amount without the fee, to the last digit. */
export function addsUp({ amount, fee, payout }: Pick<WithdrawalCaseView, 'amount' | 'fee' | 'payout'>): boolean {
  if (![amount, fee, payout].every(isDecimalText)) return false;
  return toUnits(amount) - toUnits(fee) === toUnits(payout);
}

/** What is worth a look before money leaves. Nothing here decides: the operator does. */
export function WithdrawalChecks({ detail }: { detail: WithdrawalCaseDetailView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { withdrawal, user, holds, addressAddedAt, addressWaitHours, plainlyProven, others } = detail;
  const isKnown = others.some(({ address, status }) => address === withdrawal.address && status === 'paid');
  const isExact = addsUp(withdrawal);
  // Its age when the money was asked for, against the rule: an address that waits for nothing is as young as it looks.
  const ofAddress = (): Check => {
    if (addressAddedAt === null) return { passes: true, words: t('withdrawal.addressNone') };
    const age = withdrawal.createdAt - addressAddedAt;
    const { key, count } = spanOf(age);
    return {
      passes: age >= Math.max(addressWaitHours, YOUNG_HOURS) * HOUR_MS,
      words: t(addressWaitHours === 0 ? 'withdrawal.addressAgeNoRule' : 'withdrawal.addressAge', {
        time: formatMoment(addressAddedAt, language),
        age: t(`age.${key}`, { count }),
        hours: addressWaitHours,
      }),
    };
  };
  const checks: Check[] = [
    {
      passes: user.verifiedLevel > 0,
      words: t(user.verifiedLevel > 0 ? 'withdrawal.verified' : 'withdrawal.notVerified'),
    },
    { passes: !user.disabled, words: t(user.disabled ? 'person.disabled' : 'person.enabled') },
    ...holds.map(({ reason, until }) => ({
      passes: false,
      words: t('withdrawal.hold', { time: formatMoment(until, language), reason }),
    })),
    ...(holds.length === 0 ? [{ passes: true, words: t('withdrawal.noHolds') }] : []),
    ofAddress(),
    ...(plainlyProven ? [{ passes: false, words: t('withdrawal.plainlyProven') }] : []),
    { passes: isKnown, words: t(isKnown ? 'withdrawal.addressKnown' : 'withdrawal.addressNew') },
    { passes: isExact, words: t(isExact ? 'withdrawal.sums' : 'withdrawal.sumsWrong') },
  ];
  return <CheckList checks={checks} />;
}
