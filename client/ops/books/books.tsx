import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BooksCheckView, BooksView, InvariantView, SealView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { StatePill } from '../../ui/state-pill';
import { Tabs } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { Problem } from '../parts/desk-form';
import { ReasonForm } from '../parts/reason-form';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { formatMoment, When } from '../parts/when';
import { Journals } from './journals';
import { LedgerAccounts } from './ledger-accounts';

const TABS = ['state', 'accounts', 'journals'] as const;
type Tab = (typeof TABS)[number];

/** The books: whether they are in order, and what is in them. */
export function BooksPage() {
  const { t } = useTranslation('desk');
  const mayLook = useCan('auditor', 'treasurer');
  const filters = useFilters();
  const tab: Tab = mayLook ? (TABS.find((known) => known === filters.get('tab')) ?? 'state') : 'state';
  return (
    <div className="desk-page">
      <PageHead title={t('nav.books')} />
      {mayLook && (
        <Tabs
          label={t('nav.books')}
          tabs={TABS.map((key) => ({ key, label: t(`books.${key}`) }))}
          chosen={tab}
          onChoose={(next) => filters.set({ tab: next === 'state' ? '' : next })}
          controls="desk-books"
          flush
        />
      )}
      <div id="desk-books" role={mayLook ? 'tabpanel' : undefined}>
        {tab === 'state' && <State />}
        {tab === 'accounts' && <LedgerAccounts />}
        {tab === 'journals' && <Journals />}
      </div>
    </div>
  );
}

function State() {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayVerify = useCan('auditor', 'administrator');
  const query = useDeskQuery<BooksView>('books', {}, { poll: true });
  const seal = (view: SealView | null) =>
    view && (
      <>
        {t('books.sealUpTo', { last: view.last, time: formatMoment(view.at, language) })}
        <code className="desk-hash">{view.hash}</code>
      </>
    );
  return (
    <>
      <Panel title={t('books.state')}>
        <Loaded query={query}>
          {({ trading, ledgerSeal, auditSeal }) => (
            <>
              <p>
                <StatePill
                  tone={trading.mode === 'open' ? 'good' : 'bad'}
                  text={t(trading.mode === 'open' ? 'books.open' : 'books.cancelOnly')}
                />
              </p>
              {trading.mode === 'cancel-only' && <p className="desk-note">{t('books.cancelOnlyText')}</p>}
              <Facts
                facts={[
                  { label: t('books.cause'), value: trading.cause },
                  { label: t('books.since'), value: <When at={trading.since} /> },
                  { label: t('books.verifiedAt'), value: <When at={trading.verifiedAt} /> },
                  { label: t('books.ledgerSeal'), value: seal(ledgerSeal) },
                  { label: t('books.auditSeal'), value: seal(auditSeal) },
                ]}
              />
              {trading.mode === 'cancel-only' && <Reopen />}
            </>
          )}
        </Loaded>
      </Panel>
      {mayVerify && <Verify />}
    </>
  );
}

function Reopen() {
  const { t } = useTranslation('desk');
  const mayReopen = useCan('administrator');
  if (!mayReopen) return null;
  return (
    <ReasonForm
      action={t('books.reopen')}
      help={t('books.reopenText')}
      send={async (reason) => {
        await deskPost('books/reopen', { reason });
        toast(t('books.reopened'));
        refreshDesk('books');
      }}
    />
  );
}

function Verify() {
  const { t } = useTranslation('desk');
  const [check, setCheck] = useState<BooksCheckView | null>(null);
  const { busy, problem, run } = useAct();
  const verify = async () => {
    setCheck(await deskPost<BooksCheckView>('books/verify'));
    refreshDesk('books');
  };
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
      <div role="status">{check && <Result check={check} />}</div>
    </Panel>
  );
}

function Result({ check: { inOrder, invariants } }: { check: BooksCheckView }) {
  const { t } = useTranslation('desk');
  const broken = invariants.filter(({ holds }) => !holds);
  return (
    <>
      <p className="desk-strip" data-tone={inOrder ? 'good' : 'bad'}>
        {inOrder ? t('books.inOrder', { count: invariants.length }) : t('books.broken', { count: broken.length })}
      </p>
      <ul className="desk-invariants">
        {[...broken, ...invariants.filter(({ holds }) => holds)].map((invariant) => (
          <li key={invariant.name}>
            <Invariant invariant={invariant} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Invariant({ invariant: { name, says, holds, rows } }: { invariant: InvariantView }) {
  const { t } = useTranslation('desk');
  return (
    <>
      <span>
        <strong className="numbers">{name}</strong> {says}
      </span>
      <StatePill tone={holds ? 'good' : 'bad'} text={t(holds ? 'books.holds' : 'books.fails')} />
      {rows.length > 0 && <pre className="desk-pre">{rows.map((row) => JSON.stringify(row)).join('\n')}</pre>}
    </>
  );
}
