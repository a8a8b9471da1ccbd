import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { DepositCaseView, DepositDetailView, DepositProposalView } from '../../../server/contract/operations';
import { MoneyText } from '../../ui/money-text';
import { useCan } from '../frame/desk-session';
import { CodeText } from '../parts/code-text';
import { DeskTable } from '../parts/desk-table';
import { type Fact, Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { PhotoView } from '../parts/photo-view';
import { Status } from '../parts/status';
import { Steps } from '../parts/steps';
import { When } from '../parts/when';
import { CaseDesk } from './case-list';
import { useLiveClaim } from './claim-bar';
import { CreditDeposit } from './credit-deposit';
import { DecisionPanel, Reject, SecondPersonNote } from './decision';
import { DepositChecks, useVerdictWord } from './deposit-checks';
import { HashText } from './hash-row';
import { PersonPanel } from './person-panel';
import { useCase } from './use-case';

const STATUSES = ['review', 'approved', 'rejected'];
const KINDS = { chain: 'kindChain', quick: 'kindQuick', bank: 'kindBank' } as const;

/** The queue of deposits. */
export function DepositsPage() {
  const { t } = useTranslation('desk');
  return (
    <CaseDesk<DepositCaseView>
      kind="deposits"
      title={t('nav.deposits')}
      statuses={STATUSES}
      byCoin
      waitsSince={({ createdAt }) => createdAt}
      renderSubject={({ claimedAmount, coin, network }) => (
        <>
          <MoneyText value={claimedAmount} unit={coin} /> {network !== coin && network}
        </>
      )}
      renderNote={({ status, firstApprovedBy, needsSecondPerson }) =>
        status === 'review' && (firstApprovedBy !== null || needsSecondPerson) && <em>{t('decide.needsSecond')}</em>
      }
      renderDetail={(id, listed) => <DepositCase key={id} id={id} listed={listed} />}
    />
  );
}

function DepositCase({ id, listed }: { id: string; listed: DepositCaseView | undefined }) {
  const { t } = useTranslation('desk');
  const { query, claimed, decided } = useCase<DepositDetailView>('deposits', id);
  const mayDecide = useCan('treasurer');
  const setClaim = claimed((detail, claim) => ({ ...detail, deposit: { ...detail.deposit, claim } }));
  return (
    <Loaded query={query} rows={8}>
      {(detail) => {
        const { deposit, user, steps, others, sameHash, proposal, hasSecondPerson } = detail;
        const claim = listed ? listed.claim : deposit.claim;
        const isOpen = deposit.status === 'review';
        // The list hears by itself of what was proposed meanwhile.
        const first = (listed ?? deposit).firstApprovedBy;
        const takesTwo = isOpen && (deposit.needsSecondPerson || first !== null);
        return (
          <article className="desk-case" aria-label={t('deposit.title', { id })}>
            <div className="desk-head">
              <h2>{t('deposit.title', { id })}</h2>
              <Status status={deposit.status} />
            </div>
            <SecondPersonNote needed={takesTwo} first={first} mine={proposal?.mine} />
            {takesTwo && mayDecide && !hasSecondPerson && (
              <p className="desk-strip" data-tone="bad">
                {t('decide.onlyOne')}
              </p>
            )}
            {deposit.creditedFrom !== null && (
              <p className="desk-strip" data-tone="wait">
                {t('decide.announced')} {t('announced.dueAt')} <When at={deposit.creditedFrom} />
              </p>
            )}
            {sameHash.length > 0 && (
              <p className="desk-strip" data-tone="bad">
                {t('deposit.sameHashWarning')}
              </p>
            )}
            {proposal !== null && <Proposed proposal={proposal} deposit={deposit} />}
            <DepositFacts deposit={deposit} />
            <DepositChecks detail={detail} />
            <DecisionPanel path={`deposits/${id}`} claim={claim} onClaim={setClaim} isOpen={mayDecide && isOpen}>
              <CreditDeposit deposit={deposit} onDecided={decided} />
              <Reject path={`deposits/${id}`} help={t('decide.rejectText')} onDecided={decided} />
            </DecisionPanel>
            <Proof deposit={{ ...deposit, claim }} />
            <PersonPanel user={user} />
            {sameHash.length > 0 && <Others title={t('deposit.sameHash')} list={sameHash} />}
            <Steps steps={steps} />
            <Others title={t('person.history')} list={others} />
          </article>
        );
      }}
    </Loaded>
  );
}

/** What the first one of two has said: a second one who says the same of amount and transaction credits it. */
function Proposed({ proposal, deposit }: { proposal: DepositProposalView; deposit: DepositCaseView }) {
  const { t } = useTranslation('desk');
  const { coin, kind } = deposit;
  const { login, proposedAt, amount, transaction, reason } = proposal;
  return (
    <Panel title={t('deposit.proposed')}>
      <Facts
        facts={[
          { label: t('proposal.by', { who: login }), value: <When at={proposedAt} /> },
          { label: t('deposit.amount'), value: <MoneyText value={amount} unit={coin} /> },
          {
            label: t(kind === 'bank' ? 'withdrawal.transactionBank' : 'withdrawal.transaction'),
            value: transaction && <code>{transaction}</code>,
          },
          { label: t('common.reason'), value: reason || t('proposal.noReason') },
        ]}
      />
    </Panel>
  );
}

function DepositFacts({ deposit }: { deposit: DepositCaseView }) {
  const { t } = useTranslation('desk');
  const verdictWord = useVerdictWord();
  const { network, hash, confirmations, confirmationsNeeded } = deposit;
  const kind = KINDS[deposit.kind as keyof typeof KINDS];
  const isBank = deposit.kind === 'bank';
  const byBank = (): Fact[] => [
    {
      label: t('withdrawal.transactionBank'),
      value: hash && <CodeText text={hash} label={t('withdrawal.transactionBank')} />,
    },
  ];
  const byChain = (): Fact[] => [
    {
      label: t('deposit.hash'),
      value: hash ? <HashText network={network} hash={hash} label={t('deposit.hash')} /> : t('deposit.noHash'),
    },
    { label: t('deposit.verdict'), value: verdictWord(deposit.chainVerdict) },
    {
      label: t('deposit.confirmations'),
      value: hash && t('deposit.confirmationsOf', { count: confirmations, needed: confirmationsNeeded }),
    },
  ];
  return (
    <Facts
      facts={[
        { label: t('deposit.claimed'), value: <MoneyText value={deposit.claimedAmount} unit={deposit.coin} /> },
        {
          label: t('deposit.credited'),
          value: deposit.creditedAmount !== null && <MoneyText value={deposit.creditedAmount} unit={deposit.coin} />,
        },
        { label: t('deposit.kind'), value: kind === undefined ? deposit.kind : t(`deposit.${kind}`) },
        { label: t('deposit.network'), value: network },
        ...(isBank ? byBank() : byChain()),
        { label: t('deposit.sender'), value: deposit.sender },
        { label: t('deposit.recipient'), value: deposit.recipient && <code>{deposit.recipient}</code> },
        { label: t('deposit.remark'), value: deposit.remark },
        { label: t('deposit.submitted'), value: <When at={deposit.createdAt} /> },
      ]}
    />
  );
}

/** The picture loads at once for who has claimed the case, and for others when they ask: each look is on record. */
function Proof({ deposit }: { deposit: DepositCaseView }) {
  const { t } = useTranslation('desk');
  const maySee = useCan('treasurer');
  const isMine = useLiveClaim(deposit.claim)?.mine === true;
  const inside = () => {
    if (!deposit.hasProof) return <p className="desk-empty">{t('deposit.noProof')}</p>;
    if (!maySee) return <p className="desk-empty">{t('deposit.proofRole')}</p>;
    return <PhotoView path={`deposits/${deposit.id}/proof`} label={t('deposit.proof')} auto={isMine} />;
  };
  return <Panel title={t('deposit.proof')}>{inside()}</Panel>;
}

function Others({ title, list }: { title: string; list: readonly DepositCaseView[] }) {
  const { t } = useTranslation('desk');
  // What the list beside it is narrowed down to stays.
  const { search } = useLocation();
  return (
    <Panel title={title}>
      <DeskTable
        caption={title}
        rows={list}
        keyOf={({ id }) => id}
        empty={t('person.noHistory')}
        columns={[
          { head: t('common.at'), render: ({ createdAt }) => <When at={createdAt} /> },
          { head: t('common.user'), render: ({ account }) => account },
          {
            head: t('common.amount'),
            end: true,
            render: ({ creditedAmount, claimedAmount, coin }) => (
              <MoneyText value={creditedAmount ?? claimedAmount} unit={coin} />
            ),
          },
          { head: t('common.status'), render: ({ status }) => <Status status={status} /> },
          {
            head: t('common.details'),
            render: ({ id }) => <Link to={`/ops/deposits/${id}${search}`}>{t('deposit.title', { id })}</Link>,
          },
        ]}
      />
    </Panel>
  );
}
