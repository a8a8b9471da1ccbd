import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UserDetailView } from '../../../server/contract/operations';
import { useAddressChoice } from '../../platform/use-address-choice';
import { MoneyText } from '../../ui/money-text';
import { Tabs } from '../../ui/tabs';
import { levelKey } from '../cases/person-panel';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { Status } from '../parts/status';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { UserRecords } from './user-records';
import { UserSessions } from './user-sessions';
import { UserStatement } from './user-statement';

/** One user, with what the desk may see. */
export function UserDetail({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const [parameters, change] = useAddressChoice();
  const mayReadRecords = useCan('support', 'treasurer', 'auditor');
  const tabs = (['overview', 'records', 'statement'] as const).filter((key) => key !== 'records' || mayReadRecords);
  const tab = tabs.find((known) => known === parameters.get('tab')) ?? 'overview';
  return (
    <article className="desk-case" aria-label={t('user.title', { id })}>
      <h2>{t('user.title', { id })}</h2>
      <Tabs
        label={t('user.title', { id })}
        tabs={tabs.map((key) => ({ key, label: t(`user.${key}`) }))}
        chosen={tab}
        onChoose={(next) => change({ tab: next === 'overview' ? null : next })}
        controls="desk-user"
        flush
      />
      <div id="desk-user" role="tabpanel">
        {tab === 'overview' && <Overview id={id} />}
        {tab === 'records' && <UserRecords id={id} />}
        {tab === 'statement' && <UserStatement id={id} />}
      </div>
    </article>
  );
}

function Overview({ id }: { id: string }) {
  const query = useDeskQuery<UserDetailView>(`users/${id}`, {}, { recorded: true });
  return (
    <Loaded query={query} rows={8}>
      {(detail) => (
        <>
          <Person detail={detail} />
          <Balances detail={detail} />
          <Verification detail={detail} />
          <UserSessions userId={id} sessions={detail.sessions} onEnded={() => void query.refetch()} />
          <Events detail={detail} />
        </>
      )}
    </Loaded>
  );
}

function Person({ detail }: { detail: UserDetailView }) {
  const { t } = useTranslation('desk');
  const mayAdjust = useCan('treasurer');
  const { user, holds, depositsWaiting, withdrawalsWaiting, invitedBy, mainId, subAccounts } = detail;
  return (
    <>
      <Closing detail={detail} />
      <Facts
        facts={[
          { label: t('common.account'), value: user.account },
          { label: t('user.username'), value: user.username },
          { label: t('user.email'), value: user.email },
          { label: t('user.phone'), value: user.phone },
          { label: t('person.level'), value: t(`person.${levelKey(user.verifiedLevel)}`) },
          { label: t('person.since'), value: <When at={user.createdAt} /> },
          ...(mainId === null
            ? [{ label: t('user.invitation'), value: detail.extensionCode }]
            : [{ label: t('user.subAccountOf'), value: <UserLink id={mainId} /> }]),
          ...subAccounts.map(({ id, label, frozen }) => ({
            label: `${t('user.subAccount')}: ${label}`,
            value: (
              <>
                <UserLink id={id} /> {frozen && t('user.frozenByOwner')}
              </>
            ),
          })),
          {
            label: t('user.invitedBy'),
            value: invitedBy && <UserLink id={invitedBy} />,
          },
          ...holds.map(({ reason, until }) => ({ label: `${t('user.holds')}: ${reason}`, value: <When at={until} /> })),
          {
            label: t('user.waiting'),
            value: t('user.waitingText', { deposits: depositsWaiting, withdrawals: withdrawalsWaiting }),
          },
        ]}
      />
      {mayAdjust && mainId === null && (
        <Link className="desk-link" to={`/ops/proposals/adjust?user=${user.id}`}>
          {t('proposal.adjust')}
        </Link>
      )}
    </>
  );
}

function UserLink({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  return <Link to={`/ops/users/${id}`}>{t('user.title', { id })}</Link>;
}

/** Whether the account is there at all: of one that was erased only the day is known. */
function Closing({ detail: { user, erasesAt, erasedAt } }: { detail: UserDetailView }) {
  const { t } = useTranslation('desk');
  const [words, at] = erasedAt === null ? (['user.erases', erasesAt] as const) : (['user.erased', erasedAt] as const);
  if (at === null) {
    return (
      user.disabled && (
        <p className="desk-strip" data-tone="bad">
          {t('person.disabled')}
        </p>
      )
    );
  }
  return (
    <p className="desk-strip" data-tone="bad">
      {t(words)}: <When at={at} />
    </p>
  );
}

function Balances({ detail }: { detail: UserDetailView }) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('user.balances')}>
      <DeskTable
        caption={t('user.balances')}
        rows={detail.balances}
        keyOf={({ account, currencyId, demo }) => `${account} ${currencyId} ${demo}`}
        columns={[
          { head: t('common.account'), render: ({ account, demo }) => <AccountWord account={account} demo={demo} /> },
          { head: t('common.coin'), render: ({ coin }) => coin },
          { head: t('user.available'), end: true, render: ({ balance }) => <MoneyText value={balance} /> },
          { head: t('user.frozen'), end: true, render: ({ frozen }) => <MoneyText value={frozen} /> },
        ]}
      />
    </Panel>
  );
}

function AccountWord({ account, demo }: { account: string; demo: boolean }) {
  const { t } = useTranslation('desk');
  const isKnown = account === 'spot' || account === 'option' || account === 'contract' || account === 'trust';
  return `${isKnown ? t(`user.${account}`) : account}${demo ? ` (${t('user.demo')})` : ''}`;
}

function Verification({ detail }: { detail: UserDetailView }) {
  const { t } = useTranslation('desk');
  const mayOpen = useCan('reviewer');
  return (
    <Panel title={t('nav.verification')}>
      <DeskTable
        caption={t('nav.verification')}
        rows={detail.verification}
        keyOf={({ caseId }) => caseId}
        columns={[
          {
            head: t('verification.level'),
            render: ({ level, caseId }) =>
              mayOpen ? (
                <Link to={`/ops/verification/${caseId}`}>{t(`verification.${level}`)}</Link>
              ) : (
                t(`verification.${level}`)
              ),
          },
          { head: t('common.status'), render: ({ status }) => <Status status={status} /> },
          { head: t('common.reason'), render: ({ reason }) => reason ?? '' },
        ]}
      />
    </Panel>
  );
}

function Events({ detail }: { detail: UserDetailView }) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('user.events')}>
      <DeskTable
        caption={t('user.events')}
        rows={detail.securityEvents}
        keyOf={({ kind, at }) => `${kind} ${at}`}
        columns={[
          { head: t('common.at'), render: ({ at }) => <When at={at} /> },
          { head: t('user.what'), render: ({ kind }) => kind },
          { head: t('user.device'), render: ({ device }) => device },
          { head: t('user.address'), render: ({ ip }) => ip },
        ]}
      />
    </Panel>
  );
}
