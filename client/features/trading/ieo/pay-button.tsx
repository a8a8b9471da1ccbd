import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IeoApplicationDetailView } from '../../../../server/contract/trading/ieo.dto';
import { useAccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { useOpeningPaused } from '../../../platform/offered-products';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import { useZonedWireTime } from '../../account/profile';
import { KEYS, pay } from './ieo.api';
import styles from './ieo.module.css';
import { Pairs } from './pairs';
import { unitsText } from './units';

/** Until when the lot is to be paid for, or that demo money pays for nothing. */
export function PayNote({ detail: { application, project } }: { detail: IeoApplicationDetailView }) {
  const { t } = useTranslation();
  const wireTime = useZonedWireTime();
  const isDemo = useAccountType() === 'simulation_account';
  const until = wireTime(application.pay_round === 1 ? project.pay_date : project.second_pay_date);
  return <p className={styles.warn}>{isDemo ? t('ieo.realOnly') : t('ieo.payUntil', { time: until })}</p>;
}

/** Pays for the lot that is to be paid for now, after one more look at it. */
export function PayButton({ detail: { application } }: { detail: IeoApplicationDetailView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, send } = usePayment(application.id, application.pay_round, () => setOpen(false));
  const isFirst = application.pay_round === 1;
  const paused = useOpeningPaused('ieo', 'real');
  return (
    <>
      <div className={styles.bar}>
        {paused !== null && <p className={styles.warn}>{paused}</p>}
        <Button fullWidth size="lg" disabled={paused !== null} onClick={() => setOpen(true)}>
          {t('ieo.payNow')}
        </Button>
      </div>
      <Sheet title={t('ieo.payTitle')} opened={isOpen} onClose={() => setOpen(false)}>
        <div className={styles.sheet}>
          <p className={styles.amount}>
            <MoneyText value={application.pending_amount} unit={application.pay_currency_name} demo={false} />
          </p>
          <Pairs
            facts={[
              {
                label: t('ieo.allotment'),
                value: unitsText(application.pending_number, application.currency_name, language),
              },
              {
                label: t('ieo.price'),
                value: <MoneyText value={application.price} unit={application.pay_currency_name} demo={false} />,
              },
            ]}
          />
          <p>{t(isFirst ? 'ieo.payFirst' : 'ieo.paySecond')}</p>
          {problem !== null && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <Button fullWidth size="lg" loading={busy} onClick={send}>
            {t('ieo.payNow')}
          </Button>
          <Button fullWidth size="lg" variant="default" onClick={() => setOpen(false)}>
            {t('ieo.later')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}

function usePayment(id: string, round: number, onPaid: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useAtMostOnce<{ id: string; round: number }>();
  const send = async () => {
    setProblem(null);
    try {
      const words = await run({ intent: `${id}:${round}`, content: { id, round }, send: pay });
      if (words === undefined) return;
      toast(words);
      onPaid();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind !== 'session') setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.mine });
    }
  };
  return { busy, problem, send: () => void send() };
}
