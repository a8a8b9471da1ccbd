import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { windowOpensAt } from '../../../../server/contract/rules/option-settlement.rules';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readRoot, readTape } from './options.api';
import { useMoment } from '../../../ui/use-moment';
import proofStyles from './proof-card.module.css';
import type { Check, PublicRecord, Verdict } from './settlement-check';
import styles from './settlement-proof.module.css';

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

/** Settles the order again on this device, and says what came out. */
export function SettlementProof({ receipt }: { receipt: OptionReceiptView }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const verify = async () => {
    setBusy(true);
    setChecked(null);
    try {
      setChecked(await check(receipt));
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
  const { checkReceipt, conclusion } = await import('./settlement-check');
  const checks = checkReceipt(receipt, await publicRecord(receipt));
  return { checks, conclusion: conclusion(checks) };
}

async function publicRecord({ symbol, contract, entryAt, samples }: OptionReceiptView): Promise<PublicRecord> {
  const last = samples.at(-1)?.s ?? contract.closesAt;
  const [slice, root, entryRoot] = await Promise.allSettled([
    readTape(symbol, windowOpensAt(contract), contract.closesAt),
    readRoot(symbol, hourOf(last)),
    readRoot(symbol, hourOf(entryAt)),
  ]);
  const known = (read: typeof root) => (read.status === 'fulfilled' ? (read.value ?? 'none') : null);
  return {
    samples: slice.status === 'fulfilled' ? slice.value.samples : null,
    root: known(root),
    entryRoot: known(entryRoot),
  };
}

const hourOf = (at: number) => at - (at % HOUR_MS);
