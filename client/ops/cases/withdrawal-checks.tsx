import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isDecimalText, toUnits } from '../../../server/contract/money';
import type { WithdrawalCaseView, WithdrawalDetailView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { Panel } from '../parts/panel';
import { formatMoment } from '../parts/when';

interface Check {
  passes: boolean;
  words: string;
}

/** Whether what is paid out is the amount without the fee, to the last digit. */
export function addsUp({ amount, fee, payout }: Pick<WithdrawalCaseView, 'amount' | 'fee' | 'payout'>): boolean {
  if (![amount, fee, payout].every(isDecimalText)) return false;
  return toUnits(amount) - toUnits(fee) === toUnits(payout);
}

/** What is worth a look before money leaves. Nothing here decides: the operator does. */
export function WithdrawalChecks({ detail }: { detail: WithdrawalDetailView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { withdrawal, user, holds, addressAddedAt, others } = detail;
  const isKnown = others.some(({ address, status }) => address === withdrawal.address && status === 'paid');
  const isExact = addsUp(withdrawal);
  const checks: Check[] = [
    {
      passes: user.verifiedLevel > 0,
      words: t(user.verifiedLevel > 0 ? 'withdrawal.verified' : 'withdrawal.notVerified'),
    },
    { passes: !user.disabled, words: user.disabled ? t('person.disabled') : t('status.active') },
    ...holds.map(({ reason, until }) => ({
      passes: false,
      words: t('withdrawal.hold', { time: formatMoment(until, language), reason }),
    })),
    ...(holds.length === 0 ? [{ passes: true, words: t('withdrawal.noHolds') }] : []),
    {
      passes: true,
      words:
        addressAddedAt === null
          ? t('withdrawal.addressNone')
          : t('withdrawal.addressAge', { time: formatMoment(addressAddedAt, language) }),
    },
    { passes: isKnown, words: t(isKnown ? 'withdrawal.addressKnown' : 'withdrawal.addressNew') },
    { passes: isExact, words: t(isExact ? 'withdrawal.sums' : 'withdrawal.sumsWrong') },
  ];
  return (
    <Panel title={t('withdrawal.checks')}>
      <ul className="desk-checks">
        {checks.map(({ passes, words }) => (
          <li key={words} data-passes={passes}>
            {passes ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
            <span className="desk-hidden">{t(passes ? 'withdrawal.passes' : 'withdrawal.attention')}: </span>
            {words}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
