import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApprovalView, OperatorInvitationView, ProposalView } from '../../../server/contract/operations';
import { PROPOSAL_DECIDERS, type ProposalKind } from '../../../server/contract/operations/words';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan, useOperator } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Panel } from '../parts/panel';
import { Problem } from '../parts/desk-form';
import { ReasonForm } from '../parts/reason-form';
import { Status } from '../parts/status';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { useProposedFacts } from './proposed-fields';
import { factsOf, proposalName } from './proposal-words';

/** What is approved at the case that it is about, by the desk's room of such cases. */
const AT_THEIR_CASES: Partial<Record<ProposalKind, string>> = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  'otc-appeal': 'appeals',
};

function refresh(): void {
  refreshDesk(
    'proposals',
    'announced',
    'queues',
    'coins',
    'books',
    'operators',
    'referral',
    'reference',
    'reference/countries',
    'products',
    'notices',
  );
}

interface Props {
  proposal: ProposalView;
  /** An operator was added or reset: what the server tells once. */
  onInvitation: (invitation: OperatorInvitationView) => void;
}

/** One proposal, whole, and its decision by somebody else. */
export function ProposalCase({ proposal, onInvitation }: Props) {
  const { t } = useTranslation('desk');
  const { userId, announced } = proposal;
  return (
    <article className="desk-case">
      <div className="desk-head">
        <h2>{proposalName(proposal, t)}</h2>
        <Status status={proposal.status} />
      </div>
      <Facts
        facts={[
          {
            label: t('common.user'),
            value: userId && <Link to={`/ops/users/${userId}`}>{t('user.title', { id: userId })}</Link>,
          },
          ...useProposedFacts(factsOf(proposal)),
          { label: t('common.reason'), value: proposal.reason || t('proposal.noReason') },
          { label: t('proposal.by', { who: proposal.proposedBy }), value: <When at={proposal.proposedAt} /> },
          {
            label: t('proposal.decidedBy', { who: proposal.decidedBy ?? t('common.nobody') }),
            value: proposal.decidedAt !== null && <When at={proposal.decidedAt} />,
          },
          {
            label: t('announced.dueAt'),
            value: announced && (
              <>
                <When at={announced.dueAt} /> <Status status={announced.status} />
              </>
            ),
          },
        ]}
      />
      {proposal.decidedAt === null && <Decision proposal={proposal} onInvitation={onInvitation} />}
    </article>
  );
}

/** Of what nobody approved in time only the refusal is left. */
function Decision({ proposal: { id, kind, mine, subjectId, status }, onInvitation }: Props) {
  const { t } = useTranslation('desk');
  const self = useOperator().operator.id;
  const mayDecide = useCan(...PROPOSAL_DECIDERS[kind]);
  const room = AT_THEIR_CASES[kind];
  if (room !== undefined) {
    return (
      <Panel title={t('decide.title')}>
        <p className="desk-note">{t('proposal.atCase')}</p>
        {subjectId !== null && (
          <Link className="desk-button" to={`/ops/${room}/${subjectId}`}>
            {t('proposal.openCase')}
          </Link>
        )}
        {/* What is left of an appeal that ended otherwise is put away here. */}
        {kind === 'otc-appeal' && mayDecide && (
          <Refuse id={id} words={t(mine ? 'proposal.takeBack' : 'decide.reject')} />
        )}
      </Panel>
    );
  }
  if (!mayDecide && !mine) return null;
  if (kind.startsWith('operator-') && subjectId === self && !mine) {
    return (
      <Panel title={t('decide.title')}>
        <p className="desk-note">{t('proposal.aboutYou')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('decide.title')}>
      {kind === 'news' && (
        <Link className="desk-button" to={`/ops/articles/${subjectId}`}>
          {t('news.preview')}
        </Link>
      )}
      {mine && <p className="desk-note">{t('proposal.mine')}</p>}
      {!mine && status === 'open' && <Approve id={id} onInvitation={onInvitation} />}
      <Refuse id={id} words={t(mine ? 'proposal.takeBack' : 'decide.reject')} />
    </Panel>
  );
}

function Approve({ id, onInvitation }: { id: string } & Pick<Props, 'onInvitation'>) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const approve = async () => {
    const { invitation, dueAt } = await deskPost<ApprovalView>(`proposals/${id}/approve`);
    if (invitation) onInvitation(invitation);
    toast(t(dueAt === null ? 'proposal.approved' : 'decide.announced'));
    refresh();
  };
  return (
    <div className="desk-form">
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={() => run(approve)}>
          {t('decide.approve')}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}

function Refuse({ id, words }: { id: string; words: string }) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {words}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      danger
      action={words}
      send={async (reason) => {
        await deskPost(`proposals/${id}/reject`, { reason });
        toast(t('proposal.rejected'));
        refresh();
      }}
      onCancel={() => setOpened(false)}
    />
  );
}
