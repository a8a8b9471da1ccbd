import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { WithdrawalCaseView, WithdrawalCaseDetailView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { MoneyText } from '../../ui/money-text';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { Status } from '../parts/status';
import { Steps } from '../parts/steps';
import { refreshDesk } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { CaseDesk } from './case-list';
import { ApproveButton, DecisionPanel, Reject, SecondPersonNote } from './decision';
import { ManyWithdrawals } from './many-withdrawals';
import { PayForm } from './pay-form';
import { PersonPanel } from './person-panel';
import { PickBar } from './pick-bar';
import { PickedWithdrawals } from './picked-withdrawals';
import { PlainlyProven } from './plainly-proven';
import { PayoutFile, SendButton, SendingNote, SendNot } from './sending';
import { useCase } from './use-case';
import { usePicks } from './use-picks';
import { WithdrawalChecks } from './withdrawal-checks';
import { WithdrawalFacts } from './withdrawal-facts';

/** In the place of a number in the address. */
const MANY = 'many';
const PICKED = 'picked';
const STATUSES = ['review', 'approved', 'sending', 'paid', 'rejected', 'cancelled'];

/** The queue of withdrawals, and those that are to be paid. */
export function WithdrawalsPage() {
  const { t } = useTranslation('desk');
  const mayDecide = useCan('treasurer');
  const picks = usePicks();
  return (
    <CaseDesk<WithdrawalCaseView>
      kind="withdrawals"
      title={t('nav.withdrawals')}
      statuses={STATUSES}
      byCoin
      waitsSince={({ createdAt }) => createdAt}
      renderSubject={({ payout, coin, network }) => (
        <>
          <MoneyText value={payout} unit={coin} /> {network !== coin && network}
        </>
      )}
      renderNote={(row) => (
        <>
          {row.status === 'review' && (row.firstApprovedBy !== null || row.needsSecondPerson) && (
            <em>{t('decide.needsSecond')}</em>
          )}{' '}
          {row.takeBackBy !== null && <em>{t('withdrawal.takeBackBy', { login: row.takeBackBy })}</em>}{' '}
          {row.sending !== null && row.status === 'approved' && (
            <em>{t('sending.by', { login: row.sending.login })}</em>
          )}{' '}
          <PlainlyProven of={row} />
        </>
      )}
      renderActions={(search) =>
        mayDecide && (
          <div className="desk-actions">
            <Link className="desk-button" to={`/ops/withdrawals/${MANY}${search}`}>
              {t('many.open')}
            </Link>
            <PayoutFile search={search} onTaken={() => refreshDesk('withdrawals', 'queues')} />
          </div>
        )
      }
      picks={
        mayDecide
          ? {
              mayPick: isOpen,
              isPicked: ({ id }) => picks.picked.some((known) => known.id === id),
              pick: picks.pick,
              labelOf: ({ id }) => t('picked.tick', { id }),
              renderAbove: (listed, search) => (
                <PickBar picks={picks} listed={listed.filter(isOpen)} to={`/ops/withdrawals/${PICKED}${search}`} />
              ),
            }
          : undefined
      }
      renderDetail={(id, listed) => {
        if (id === MANY && mayDecide) return <ManyWithdrawals />;
        if (id === PICKED && mayDecide) return <PickedWithdrawals picks={picks} />;
        return <WithdrawalCase key={id} id={id} listed={listed} />;
      }}
    />
  );
}

/** Something is left to decide of it. */
function isOpen({ status }: WithdrawalCaseView): boolean {
  return status === 'review' || status === 'approved';
}

function WithdrawalCase({ id, listed }: { id: string; listed: WithdrawalCaseView | undefined }) {
  const { t } = useTranslation('desk');
  const { query, claimed, decided } = useCase<WithdrawalCaseDetailView>('withdrawals', id);
  const setClaim = claimed((detail, claim) => ({ ...detail, withdrawal: { ...detail.withdrawal, claim } }));
  return (
    <Loaded query={query} rows={8}>
      {(detail) => (
        <article className="desk-case" aria-label={t('withdrawal.title', { id })}>
          <div className="desk-head">
            <h2>{t('withdrawal.title', { id })}</h2>
            <Status status={detail.withdrawal.status} />
          </div>
          <SecondPersonNote
            needed={detail.withdrawal.needsSecondPerson && detail.withdrawal.status === 'review'}
            first={detail.withdrawal.firstApprovedBy}
          />
          {detail.withdrawal.releasedFrom !== null && (
            <p className="desk-strip" data-tone="wait">
              {t('decide.announced')} {t('announced.dueAt')} <When at={detail.withdrawal.releasedFrom} />
            </p>
          )}
          {detail.withdrawal.takeBackBy !== null && (
            <div className="desk-strip" data-tone="bad">
              <strong>{t('withdrawal.takeBackBy', { login: detail.withdrawal.takeBackBy })}</strong>
              <p>{detail.withdrawal.takeBackReason}</p>
              <p>{t('withdrawal.takeBackNext')}</p>
            </div>
          )}
          {detail.claims.length > 0 && (
            <p className="desk-strip" data-tone="bad">
              {t('withdrawal.claimed')}{' '}
              {detail.claims.map((claim) => (
                <Link key={claim} to={`/ops/deposits/${claim}`}>
                  {t('deposit.title', { id: claim })}{' '}
                </Link>
              ))}
            </p>
          )}
          <SendingNote withdrawal={detail.withdrawal} />
          <WithdrawalFacts withdrawal={detail.withdrawal} />
          <WithdrawalChecks detail={detail} />
          <WithdrawalDecision
            withdrawal={{ ...detail.withdrawal, claim: listed ? listed.claim : detail.withdrawal.claim }}
            onClaim={setClaim}
            onDecided={decided}
          />
          <PersonPanel user={detail.user} />
          <Steps steps={detail.steps} />
          <Others list={detail.others} />
        </article>
      )}
    </Loaded>
  );
}

interface DecisionProps {
  withdrawal: WithdrawalCaseView;
  onClaim: (claim: WithdrawalCaseView['claim']) => void;
  onDecided: () => void;
}

/** First it is released, then somebody sends it, then it is paid; each step is claimed anew. */
function WithdrawalDecision({ withdrawal, onClaim, onDecided }: DecisionProps) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayDecide = useCan('treasurer');
  const { id, status, payout, coin, sending } = withdrawal;
  const path = `withdrawals/${id}`;
  const mayStill = mayDecide && isOpen(withdrawal);
  const amount = `${formatDecimal(payout, language)} ${coin}`;
  return (
    <DecisionPanel path={path} claim={withdrawal.claim} onClaim={onClaim} isOpen={mayStill}>
      {status === 'review' ? (
        <ApproveButton path={path} words={t('withdrawal.release', { amount })} onDecided={onDecided} />
      ) : sending === null ? (
        <SendButton path={path} amount={amount} onDecided={onDecided} />
      ) : (
        <PayForm withdrawal={withdrawal} amount={amount} onDecided={onDecided} />
      )}
      {sending !== null && <SendNot path={path} onDecided={onDecided} />}
      {status === 'approved' && sending === null && <p className="desk-note">{t('withdrawal.takeBack')}</p>}
      {sending === null && (
        <Reject
          path={path}
          help={`${t('decide.rejectText')} ${t('withdrawal.reject')}`}
          {...(status === 'approved' && {
            words: { open: t('withdrawal.takeBackOpen'), act: t('withdrawal.takeBackAct') },
          })}
          onDecided={onDecided}
        />
      )}
    </DecisionPanel>
  );
}

function Others({ list }: { list: readonly WithdrawalCaseView[] }) {
  const { t } = useTranslation('desk');
  // What the list beside it is narrowed down to stays.
  const { search } = useLocation();
  return (
    <Panel title={t('person.history')}>
      <DeskTable
        caption={t('person.history')}
        rows={list}
        keyOf={({ id }) => id}
        empty={t('person.noHistory')}
        columns={[
          { head: t('common.at'), render: ({ createdAt }) => <When at={createdAt} /> },
          {
            head: t('common.amount'),
            end: true,
            render: ({ amount, coin }) => <MoneyText value={amount} unit={coin} />,
          },
          { head: t('withdrawal.address'), render: ({ address }) => <code>{address}</code> },
          { head: t('common.status'), render: ({ status }) => <Status status={status} /> },
          {
            head: t('common.details'),
            render: ({ id }) => <Link to={`/ops/withdrawals/${id}${search}`}>{t('withdrawal.title', { id })}</Link>,
          },
        ]}
      />
    </Panel>
  );
}
