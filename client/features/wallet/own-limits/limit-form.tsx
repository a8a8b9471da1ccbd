import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnLimitView } from '../../../../server/contract/wallet/own-limits.dto';
import { type DecimalText, parseAmount } from '../../../../server/contract/money';
import { LIMIT_DECIMALS, TIME_MOST_MINUTES } from '../../../../server/contract/rules/own-limits.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { Form } from '../../../ui/form';
import { toast } from '../../../ui/toast';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { useMoment } from '../../../ui/use-moment';
import { isLaxer } from './is-laxer';
import { ownLimits, setLimit } from './own-limits.api';
import styles from './own-limits.module.css';

interface Props {
  limit: OwnLimitView;
  onSaved: () => void;
}

/** Sets a limit, or takes it away, and says before when that will hold. */
export function LimitForm({ limit, onSaved }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, amount: present } = limit;
  const [typed, setTyped] = useState(present === null ? '' : typedAs(present, language));
  const [wrong, setWrong] = useState<string | null>(null);
  const { send, busy, problem } = useSetLimit(limit, onSaved);
  const isTime = kind === 'time';
  const wanted = readLimit(typed, isTime, language);
  const submit = () => {
    if (wanted !== null) void send(wanted);
    else setWrong(t(isTime ? 'limits.wrongMinutes' : 'limits.wrongAmount'));
  };
  return (
    <Form
      submit={t('limits.save')}
      busy={busy}
      problem={problem}
      pinned
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      above={
        <p className={styles.when} role="status">
          {t(present !== null && wanted !== null && isLaxer(present, wanted) ? 'limits.later' : 'limits.atOnce')}
        </p>
      }
    >
      <AmountInput
        label={t(isTime ? 'limits.minutes' : 'limits.amount')}
        value={typed}
        unit={isTime ? t('limits.minuteUnit') : 'USDT'}
        help={t(`limits.kindText.${kind}`)}
        error={wrong}
        data-autofocus
        onChange={(next) => {
          setWrong(null);
          setTyped(next);
        }}
      />
      {present !== null && (
        <Button variant="default" fullWidth size="md" disabled={busy} onClick={() => void send('')}>
          {t('limits.remove')}
        </Button>
      )}
    </Form>
  );
}

function useSetLimit(limit: OwnLimitView, onSaved: () => void) {
  const { t } = useTranslation();
  const moment = useMoment();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (amount: DecimalText) => {
    setBusy(true);
    setProblem(null);
    try {
      const state = await setLimit(limit, amount);
      queries.setQueryData(ownLimits.queryKey, state);
      const stored = state.limits.find(({ kind, period }) => kind === limit.kind && period === limit.period);
      const at = stored?.pending?.effective_at;
      toast(at === undefined ? t('limits.savedNow') : t('limits.savedLater', { at: moment(at) }));
      onSaved();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, problem };
}

/** The limit as the server takes it; null for what is none. */
function readLimit(
  typed: string,
  isTime: boolean,
  language: Parameters<typeof readTypedAmount>[1],
): DecimalText | null {
  const read = readTypedAmount(typed, language);
  const { amount } = parseAmount(read ?? '', isTime ? 0 : LIMIT_DECIMALS);
  if (amount === null) return null;
  return isTime && Number.parseInt(amount, 10) > TIME_MOST_MINUTES ? null : amount;
}
