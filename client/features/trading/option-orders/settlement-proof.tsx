import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import type { TapeProofView, TapeSample } from '../../../../server/contract/markets/tape.dto';
import { windowOpensAt } from '../../../../server/contract/rules/option-settlement.rules';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readProof, readRoot, readTape } from './options.api';
import { useMoment } from '../../../ui/use-moment';
import proofStyles from './proof-card.module.css';
import type { Check, PublicRecord, Verdict } from './settlement-check';
import styles from './settlement-proof.module.css';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

interface Checked {
  checks: Record<Check, Verdict>;
  conclusion: 'verified' | 'so-far' | 'not';
}

const WORDS = {
  rule: 'checkRule',
  entry: 'checkEntry',
  entryRoot: 'checkEntryRoot',
  chain: 'checkChain',
  tape: 'checkTape',
  root: 'checkRoot',
  settlement: 'checkSettlement',
  payment: 'checkPayment',
} as const;
const CONCLUSIONS = { verified: 'verified', 'so-far': 'verifiedSoFar', not: 'notVerified' } as const;
const ICONS = {
  right: IconCircleCheck,
  proven: IconCircleCheck,
  wrong: IconAlertTriangle,
  unread: IconAlertTriangle,
  later: IconClock,
};

interface Props {
  receipt: OptionReceiptView;
  /** Reads the receipt anew: the ways to the roots are there only once their hours are sealed. */
  onRenew: () => Promise<OptionReceiptView>;
}

/** Settles the order again on this device, and says what came out. */
export function SettlementProof({ receipt, onRenew }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const verify = async () => {
    setBusy(true);
    setChecked(null);
    try {
      const isWhole = receipt.proof !== null && receipt.entryProof !== null;
      setChecked(await check(isWhole ? receipt : await onRenew()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={proofStyles.proof} data-part="settlement-proof" aria-busy={busy}>
      <h2>{t('option.verify')}</h2>
      <p className={sheetStyles.soft}>{t('option.verifyIntro')}</p>
      {checked && (
        <>
          <p className={styles.verdict} data-verdict={checked.conclusion} role="status">
            {t(`option.${CONCLUSIONS[checked.conclusion]}`)}
          </p>
          <ul className={styles.checks}>
            {(Object.entries(checked.checks) as [Check, Verdict][]).map(([name, verdict]) => (
              <CheckRow key={name} name={name} verdict={verdict} receipt={receipt} />
            ))}
          </ul>
        </>
      )}
      <Button variant={checked ? 'light' : 'filled'} fullWidth loading={busy} onClick={() => void verify()}>
        {t('option.verify')}
      </Button>
    </section>
  );
}

function CheckRow({ name, verdict, receipt }: { name: Check; verdict: Verdict; receipt: OptionReceiptView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const Icon = ICONS[verdict];
  const sealed = name === 'entryRoot' ? receipt.entryAt : receipt.contract.closesAt;
  const words = {
    right: t('option.right'),
    proven: t('option.tapeProven'),
    wrong: t('option.wrong'),
    later: t('option.rootLater', { time: moment(hourOf(sealed) + HOUR_MS) }),
    unread: t('option.tapeGone'),
  }[verdict];
  return (
    <li data-verdict={verdict}>
      <Icon size={18} stroke={2} aria-hidden />
      <span>
        {t(`option.${WORDS[name]}`)} · <b>{words}</b>
      </span>
    </li>
  );
}

/** The rules of the check come when they are asked for. What is public is read apart from the receipt. */
async function check(receipt: OptionReceiptView): Promise<Checked> {
  const { checkReceipt, conclusion, missingEnds } = await import('./settlement-check');
  const checks = checkReceipt(receipt, await publicRecord(receipt, missingEnds(receipt)));
  return { checks, conclusion: conclusion(checks) };
}

async function publicRecord(
  { symbol, contract, entryAt, samples }: OptionReceiptView,
  missing: { first: boolean; last: boolean },
): Promise<PublicRecord> {
  const { closesAt } = contract;
  const opensAt = windowOpensAt(contract);
  const last = samples.at(-1)?.s ?? closesAt;
  const [slice, root, entryRoot, before, after] = await Promise.allSettled([
    readTape(symbol, opensAt, closesAt),
    readRoot(symbol, hourOf(last)),
    readRoot(symbol, hourOf(entryAt)),
    missing.first ? nearestBefore(symbol, opensAt) : null,
    missing.last ? nearestAfter(symbol, closesAt) : null,
  ]);
  const known = (read: typeof root) => (read.status === 'fulfilled' ? (read.value ?? 'none') : null);
  return {
    samples: slice.status === 'fulfilled' ? slice.value.samples : null,
    root: known(root),
    entryRoot: known(entryRoot),
    before: before.status === 'fulfilled' ? before.value : null,
    after: after.status === 'fulfilled' ? after.value : null,
  };
}

/** A minute is a light question; an hour, the most that can be asked for, is read only where a minute has nothing. */
const SPANS_MS = [60_000, HOUR_MS];

async function nearestBefore(symbol: string, opensAt: number): Promise<TapeSample | null> {
  for (const span of SPANS_MS) {
    const { samples } = await readTape(symbol, opensAt - span, opensAt - SECOND_MS);
    const nearest = samples.at(-1);
    if (nearest) return nearest;
  }
  return null;
}

/** `none`: nothing was put on the tape since, and may still be. */
async function nearestAfter(symbol: string, closesAt: number): Promise<TapeProofView | 'none' | null> {
  let complete = 0;
  for (const span of SPANS_MS) {
    const { samples, completeUntil } = await readTape(symbol, closesAt + SECOND_MS, closesAt + span);
    const [nearest] = samples;
    if (nearest) return readProof(symbol, nearest.s);
    complete = completeUntil ?? 0;
  }
  return complete < closesAt + HOUR_MS ? 'none' : null;
}

const hourOf = (at: number) => at - (at % HOUR_MS);
