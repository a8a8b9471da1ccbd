import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BooksCheckView, InvariantView, ViolationView } from '../../../server/contract/operations';
import { useAddressChoice } from '../../platform/use-address-choice';
import { StatePill } from '../../ui/state-pill';
import { TickBox } from '../../ui/tick-box';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Problem } from '../parts/desk-form';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';

/** Looks at every invariant now; what cannot be put right is proposed for quarantine from here. */
export function VerifyBooks() {
  const { t } = useTranslation('desk');
  const [check, setCheck] = useState<BooksCheckView | null>(null);
  const { busy, problem, run } = useAct();
  const verify = async () => {
    setCheck(await deskPost<BooksCheckView>('books/verify'));
    refreshDesk('books');
  };
  // Whoever comes from the notice of a stop wants to see its rows.
  const [parameters, change] = useAddressChoice();
  const isAsked = parameters.get('verify') === '1';
  useEffect(() => {
    if (!isAsked) return;
    change({ verify: null });
    run(verify);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);
  return (
    <Panel
      title={t('books.verify')}
      actions={
        <Button size="sm" loading={busy} onClick={() => run(verify)}>
          {t('books.verify')}
        </Button>
      }
    >
      <Problem text={problem} />
      <div role="status">{check && <Outcome check={check} />}</div>
      {check && <Invariants invariants={check.invariants} />}
    </Panel>
  );
}

function Outcome({ check: { inOrder, invariants } }: { check: BooksCheckView }) {
  const { t } = useTranslation('desk');
  const broken = invariants.filter(({ holds }) => !holds);
  return (
    <p className="desk-strip" data-tone={inOrder ? 'good' : 'bad'}>
      {inOrder ? t('books.inOrder', { count: invariants.length }) : t('books.broken', { count: broken.length })}
    </p>
  );
}

function Invariants({ invariants }: { invariants: InvariantView[] }) {
  const broken = invariants.filter(({ holds }) => !holds);
  return (
    <ul className="desk-invariants">
      {[...broken, ...invariants.filter(({ holds }) => holds)].map((invariant) => (
        <li key={invariant.name}>
          <Invariant invariant={invariant} />
        </li>
      ))}
    </ul>
  );
}

function Invariant({ invariant }: { invariant: InvariantView }) {
  const { t } = useTranslation('desk');
  const { name, says, holds, rows, quarantined, mayQuarantine } = invariant;
  const mayPropose = useCan('treasurer', 'administrator') && mayQuarantine;
  return (
    <>
      <span>
        <strong className="numbers">{name}</strong> {says}
      </span>
      <StatePill tone={holds ? 'good' : 'bad'} text={t(holds ? 'books.holds' : 'books.fails')} />
      {rows.length > 0 && mayPropose && <Propose name={name} rows={rows} />}
      {rows.length > 0 && !mayPropose && <Rows rows={rows} />}
      {quarantined.length > 0 && (
        <details className="desk-violations">
          <summary>{t('books.standing', { count: quarantined.length })}</summary>
          <Rows rows={quarantined} />
        </details>
      )}
    </>
  );
}

function Rows({ rows }: { rows: ViolationView[] }) {
  const { t } = useTranslation('desk');
  return (
    <pre className="desk-pre">
      {rows.map(({ book, details }) => `${t(`books.${book}`)} ${JSON.stringify(details)}`).join('\n')}
    </pre>
  );
}

/** Rows are chosen one by one: a quarantine covers exactly them. */
function Propose({ name, rows }: { name: string; rows: ViolationView[] }) {
  const { t } = useTranslation('desk');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (fingerprint: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, fingerprint] : before.filter((other) => other !== fingerprint)));
  return (
    <div className="desk-violations">
      {rows.map(({ book, fingerprint, details }) => (
        <TickBox
          key={fingerprint}
          label={`${t(`books.${book}`)} ${JSON.stringify(details)}`}
          checked={chosen.includes(fingerprint)}
          onChange={(isChosen) => choose(fingerprint, isChosen)}
        />
      ))}
      {chosen.length > 0 && (
        <ReasonForm
          danger
          action={t('books.quarantine')}
          help={t('books.quarantineText')}
          send={async (reason) => {
            await deskPost('books/quarantine', { invariant: name, fingerprints: chosen, reason });
            toast(t('proposal.proposed'));
            setChosen([]);
            refreshDesk('proposals', 'queues');
          }}
        />
      )}
    </div>
  );
}
