import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AnnouncedActPage, AnnouncedActView } from '../../../server/contract/operations';
import { ANNOUNCED_ACT_STATUSES, type AnnouncedActKind } from '../../../server/contract/operations/words';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { FilterRow } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { Status, statusWord } from '../parts/status';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { PROPOSAL_WORDS } from './proposal-words';
import { useProposedFacts } from './proposed-fields';

/** What is decided and takes effect later, the next one first; an administrator stops it. */
export function AnnouncedPage() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<AnnouncedActPage>(
    'announced',
    { ...filters.query('status'), limit: '20' },
    { poll: true },
  );
  return (
    <div className="desk-page">
      <PageHead title={t('nav.announced')} />
      <p className="desk-note">{t('announced.text')}</p>
      <FilterRow filters={filters}>
        <SelectField
          label={t('common.status')}
          value={filters.get('status') || 'waiting'}
          onChange={(status) => filters.set({ status: status === 'waiting' ? '' : status })}
          choices={[
            ...ANNOUNCED_ACT_STATUSES.map((status) => ({ value: status, label: statusWord(status, t) })),
            { value: 'all', label: t('common.all') },
          ]}
        />
      </FilterRow>
      <SaveList path="announced" query={filters.query('status')} />
      <PagedList query={query} filters={filters} keyOf={({ id }) => id} empty={t('announced.empty')}>
        {(act) => <Announced act={act} />}
      </PagedList>
    </div>
  );
}

function useKindWord(): (kind: AnnouncedActKind) => string {
  const { t } = useTranslation('desk');
  return (kind) => (kind === 'network-change' ? t('announced.networkChange') : t(`proposal.${PROPOSAL_WORDS[kind]}`));
}

function Announced({ act }: { act: AnnouncedActView }) {
  const { t } = useTranslation('desk');
  const title = useKindWord()(act.kind);
  const mayStop = useCan('administrator') && act.status === 'waiting';
  const { userId, approvedBy, proposedBy, endedAt } = act;
  return (
    <article className="desk-card">
      <div className="desk-panel-head">
        <h3>{title}</h3>
        <Status status={act.status} />
      </div>
      <Facts
        facts={[
          { label: t('announced.dueAt'), value: <When at={act.dueAt} /> },
          {
            label: t('common.user'),
            value: userId && <Link to={`/ops/users/${userId}`}>{t('user.title', { id: userId })}</Link>,
          },
          ...useProposedFacts(act.detail),
          { label: t('common.reason'), value: act.reason || t('proposal.noReason') },
          { label: t(approvedBy === null ? 'announced.setBy' : 'announced.proposedBy'), value: proposedBy },
          { label: t('announced.approvedBy'), value: approvedBy },
          { label: t('announced.decidedAt'), value: <When at={act.beganAt} /> },
          { label: t('announced.endedAt'), value: endedAt !== null && <When at={endedAt} /> },
          { label: t('announced.stoppedBy'), value: act.stoppedBy },
          { label: t('announced.endReason'), value: act.endReason },
        ]}
      />
      {mayStop && <Stop id={act.id} title={title} />}
    </article>
  );
}

function Stop({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button
          size="sm"
          variant="default"
          aria-label={`${t('announced.stop')}: ${title}`}
          onClick={() => setOpened(true)}
        >
          {t('announced.stop')}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      danger
      action={t('announced.stop')}
      help={t('announced.stopHelp')}
      send={async (reason) => {
        await deskPost(`announced/${id}/stop`, { reason });
        toast(t('announced.stopped'));
        refreshDesk('announced', 'queues', 'proposals');
      }}
      onCancel={() => setOpened(false)}
    />
  );
}
