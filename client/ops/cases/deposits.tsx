import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toUnits } from '../../../server/contract/money';
import type { DecisionView, DepositCaseView, DepositDetailView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useSubmission } from '../../platform/use-submission';
import { AmountInput } from '../../ui/amount-input';
import { MoneyText } from '../../ui/money-text';
import { readTypedAmount } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { AreaField } from '../parts/area-field';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { focusFirst } from '../parts/focus-first';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { PhotoView } from '../parts/photo-view';
import { Problem } from '../parts/desk-form';
import { Status } from '../parts/status';
import { Steps } from '../parts/steps';
import { When } from '../parts/when';
import { CaseDesk } from './case-list';
import { useLiveClaim } from './claim-bar';
import { DecisionPanel, Reject, SecondPersonNote, useOutcome } from './decision';
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
      renderNote={({ firstApprovedBy, needsSecondPerson }) =>
        (firstApprovedBy !== null || needsSecondPerson) && <em>{t('decide.needsSecond')}</em>
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
      {({ deposit, user, steps, others, sameHash }) => {
        const claim = listed ? listed.claim : deposit.claim;
        return (
          <article className="desk-case" aria-label={t('deposit.title', { id })}>
            <div className="desk-head">
              <h2>{t('deposit.title', { id })}</h2>
              <Status status={deposit.status} />
            </div>
            <SecondPersonNote
              needed={deposit.needsSecondPerson && deposit.status === 'review'}
              first={deposit.firstApprovedBy}
            />
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
            <DepositFacts deposit={deposit} />
            <DecisionPanel
              path={`deposits/${id}`}
              claim={claim}
              onClaim={setClaim}
              isOpen={mayDecide && deposit.status === 'review'}
            >
              <ApproveForm deposit={deposit} onDecided={decided} />
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

function DepositFacts({ deposit }: { deposit: DepositCaseView }) {
  const { t } = useTranslation('desk');
  const { network, hash, confirmations, confirmationsNeeded } = deposit;
  const kind = KINDS[deposit.kind as keyof typeof KINDS];
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
        {
          label: t('deposit.hash'),
          value: hash ? <HashText network={network} hash={hash} label={t('deposit.hash')} /> : t('deposit.noHash'),
        },
        { label: t('deposit.verdict'), value: deposit.chainVerdict ?? t('deposit.notAsked') },
        {
          label: t('deposit.confirmations'),
          value: hash && t('deposit.confirmationsOf', { count: confirmations, needed: confirmationsNeeded }),
        },
        { label: t('deposit.sender'), value: deposit.sender },
        { label: t('deposit.recipient'), value: deposit.recipient && <code>{deposit.recipient}</code> },
        { label: t('deposit.remark'), value: deposit.remark },
        { label: t('deposit.submitted'), value: <When at={deposit.createdAt} /> },
      ]}
    />
  );
}

function ApproveForm({ deposit, onDecided }: { deposit: DepositCaseView; onDecided: () => void }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const settle = useOutcome(onDecided);
  const { id, claimedAmount, coin, hash, chainVerdict } = deposit;
  // Where nobody can ask the chain there is no verdict, and the reason may be left out.
  const isUnconfirmed = hash !== null && chainVerdict !== 'confirmed';
  const amountOf = (typed: string) => (typed.trim() === '' ? claimedAmount : readTypedAmount(typed, language));
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: { amount: (value) => (amountOf(value) === null ? t('form.amount') : null) },
  });
  // The chain confirmed the claimed amount and no other.
  const named = amountOf(form.values.amount);
  const isOther = chainVerdict === 'confirmed' && named !== null && toUnits(named) !== toUnits(claimedAmount);
  const { busy, problem, submit } = useSubmission<{ amount: string; reason: string }>(form, {
    fields: { 'ledger.too-many-decimals': 'amount', 'wallet.reason-required': 'reason' },
    send: ({ amount, reason }) => {
      const arrived = amount.trim() === '' ? null : amountOf(amount);
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      return settle(
        deskPost<DecisionView>(`deposits/${id}/approve`, { ...(arrived === null ? {} : { amount: arrived }), ...why }),
      );
    },
  });
  const shown = (amount: string) => `${formatDecimal(amount, language)} ${coin}`;
  return (
    <form
      noValidate
      className="desk-form"
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      aria-busy={busy}
    >
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        label={t('deposit.amount')}
        help={t('deposit.amountHelp', { amount: shown(claimedAmount) })}
        unit={coin}
      />
      {(isUnconfirmed || isOther) && (
        <AreaField
          {...form.getInputProps('reason')}
          label={t('deposit.overrule')}
          help={t(isOther ? 'deposit.otherAmount' : 'deposit.chainObjects')}
          maxLength={500}
        />
      )}
      <Problem text={problem} />
      <div className="desk-actions">
        <Button type="submit" size="sm" loading={busy}>
          {t('deposit.credit', { amount: shown(named ?? claimedAmount) })}
        </Button>
      </div>
    </form>
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
            render: ({ id }) => <Link to={`/ops/deposits/${id}?status=all`}>{t('deposit.title', { id })}</Link>,
          },
        ]}
      />
    </Panel>
  );
}
