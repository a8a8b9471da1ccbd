import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AllotmentCheck,
  type AllotmentVerdict,
  checkAllotment,
  checksOf,
} from '../../../../server/contract/rules/ieo-proof.rules';
import { termsOf } from '../../../../server/contract/rules/ieo-table.rules';
import { CallFailed } from '../../../platform/api';
import { publishedRoots, wholeTable } from './ieo.api';
import styles from './ieo.module.css';
import { CheckLine } from './own-proof-card';

interface Outcome {
  checks: Record<AllotmentCheck, AllotmentVerdict>;
  shown: readonly AllotmentCheck[];
  rows: number;
}

/** Reads the whole table and computes the allotment again, on this device. */
export function VerifyTable({ id }: { id: string }) {
  const { t } = useTranslation();
  const [read, setRead] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failed, setFailed] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const verify = async () => {
    const control = new AbortController();
    running.current = control;
    setFailed(false);
    setOutcome(null);
    setRead(0);
    try {
      const table = await wholeTable(id, setRead, control.signal);
      const terms = termsOf(table);
      const roots = await publishedRoots(terms, control.signal);
      const checks = checkAllotment(table.code, terms, table.rows, roots);
      setOutcome({ checks, shown: checksOf(terms), rows: table.rows.length });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(true);
    } finally {
      setRead(null);
    }
  };
  return (
    <>
      <Button fullWidth mih={44} loading={read !== null} onClick={() => void verify()}>
        {t('ieo.verify')}
      </Button>
      {read !== null && <p aria-live="polite">{t('ieo.verifying', { count: read })}</p>}
      {failed && (
        <p role="alert" className={styles.problem}>
          {t('ieo.verifyFailed')}
        </p>
      )}
      {outcome && <Checks outcome={outcome} />}
      <p className={styles.hash}>{t('ieo.command', { address: location.origin, id })}</p>
    </>
  );
}

function Checks({ outcome: { checks, shown, rows } }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const isWrong = shown.some((check) => checks[check] === 'wrong');
  return (
    <>
      <ul className={styles.checks} data-testid="ieo-checks">
        {shown.map((check) => (
          <li key={check}>
            <CheckLine text={t(`ieo.check.${check}`)} verdict={checks[check]} />
          </li>
        ))}
      </ul>
      <p role="status">{isWrong ? t('ieo.refuted') : t('ieo.verified', { count: rows })}</p>
    </>
  );
}
