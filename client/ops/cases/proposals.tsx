import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { OperatorInvitationView, ProposalPage, ProposalView } from '../../../server/contract/operations';
import { PROPOSAL_KINDS, PROPOSAL_STATUSES } from '../../../server/contract/operations/words';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { CaseDetail } from '../parts/case-detail';
import { FilterRow } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { Status, statusWord } from '../parts/status';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';
import { Age, When } from '../parts/when';
import { Invitation } from '../people/invitation';
import { AdjustmentForm } from './adjustment-form';
import { useRowKeys } from './case-list';
import { InsuranceForm } from './insurance-form';
import { ProposalCase } from './proposal-case';
import { PROPOSAL_WORDS, proposalName, subjectOf } from './proposal-words';

/** What can be proposed here, by its place in the address. */
const NEW = { adjust: AdjustmentForm, insurance: InsuranceForm };
const isNew = (id: string | undefined): id is keyof typeof NEW => id !== undefined && Object.hasOwn(NEW, id);

/** What waits for a second person, and the ways to propose that the books are changed by hand. */
export function ProposalsPage() {
  const { t } = useTranslation('desk');
  const { id } = useParams();
  const filters = useFilters();
  const mayAdjust = useCan('treasurer');
  // Told once, so it outlives the case that it came with, until it is handed over.
  const [invitation, setInvitation] = useState<OperatorInvitationView | null>(null);
  const query = useDeskQuery<ProposalPage>(
    'proposals',
    { ...filters.query('status', 'kind'), limit: '20' },
    { poll: true },
  );
  useRowKeys('/ops/proposals', query.data?.list ?? [], filters.search);
  const listed = query.data?.list.find((proposal) => proposal.id === id);
  const chosen = useUnlisted(query.data && !listed ? id : undefined) ?? listed;
  const Form = isNew(id) && mayAdjust ? NEW[id] : null;
  return (
    <div className="desk-split" data-open={id === undefined ? undefined : true}>
      <div className="desk-list">
        <PageHead title={t('nav.proposals')}>
          {mayAdjust && (
            <div className="desk-actions">
              <Link className="desk-button" to={`/ops/proposals/insurance${filters.search}`}>
                {t('proposal.insurance')}
              </Link>
              <Link className="desk-button" to={`/ops/proposals/adjust${filters.search}`}>
                {t('proposal.adjust')}
              </Link>
            </div>
          )}
        </PageHead>
        <ProposalFilters filters={filters} />
        <SaveList path="proposals" query={filters.query('status', 'kind')} />
        <PagedList query={query} filters={filters} keyOf={(proposal) => proposal.id} look="rows">
          {(proposal) => <Row proposal={proposal} search={filters.search} />}
        </PagedList>
      </div>
      <CaseDetail label={t('nav.proposals')}>
        {id !== undefined && (
          <Link className="desk-back" to={`/ops/proposals${filters.search}`}>
            {t('common.back')}
          </Link>
        )}
        {invitation && <Invitation invitation={invitation} onDone={() => setInvitation(null)} />}
        {Form && <Form />}
        {!Form && chosen && <ProposalCase key={chosen.id} proposal={chosen} onInvitation={setInvitation} />}
        {!Form && !chosen && <p className="desk-empty">{t(id ? 'common.none' : 'common.chooseOne')}</p>}
      </CaseDetail>
    </div>
  );
}

/** A proposal that the filters leave out: one that has just been decided, or that a link leads to. */
function useUnlisted(id: string | undefined): ProposalView | undefined {
  const enabled = id !== undefined && !isNew(id);
  const { data } = useDeskQuery<ProposalPage>('proposals', { status: 'all', limit: '100' }, { enabled });
  return enabled ? data?.list.find((proposal) => proposal.id === id) : undefined;
}

function ProposalFilters({ filters }: { filters: Filters }) {
  const { t } = useTranslation('desk');
  return (
    <FilterRow filters={filters}>
      <SelectField
        label={t('common.status')}
        value={filters.get('status') || 'open'}
        onChange={(status) => filters.set({ status: status === 'open' ? '' : status })}
        choices={[
          ...PROPOSAL_STATUSES.map((status) => ({ value: status, label: statusWord(status, t) })),
          { value: 'all', label: t('common.all') },
        ]}
      />
      <SelectField
        label={t('proposal.kind')}
        value={filters.get('kind')}
        onChange={(kind) => filters.set({ kind })}
        choices={[
          { value: '', label: t('common.any') },
          ...PROPOSAL_KINDS.map((kind) => ({ value: kind, label: t(`proposal.${PROPOSAL_WORDS[kind]}`) })),
        ]}
      />
    </FilterRow>
  );
}

function Row({ proposal, search }: { proposal: ProposalView; search: string }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { id } = useParams();
  const isOpen = proposal.status === 'open';
  return (
    <Link
      className="desk-row"
      to={`/ops/proposals/${proposal.id}${search}`}
      aria-current={proposal.id === id ? 'true' : undefined}
    >
      <span className="desk-row-main">{proposalName(proposal, t)}</span>
      <span className="desk-row-end">
        {isOpen ? <Age at={proposal.proposedAt} /> : <Status status={proposal.status} />}
      </span>
      <span className="desk-row-sub">{subjectOf(proposal, language, t)}</span>
      <span className="desk-row-end desk-dim">
        {isOpen ? t('proposal.by', { who: proposal.proposedBy }) : <When at={proposal.decidedAt} />}
      </span>
    </Link>
  );
}
