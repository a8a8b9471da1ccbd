import { useTranslation } from 'react-i18next';
import type { JobQueuesView, JobQueueView } from '../../../server/contract/operations';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';

const COUNTS = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Background work that waits or failed. */
export function JobsPage() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<JobQueuesView>('jobs', {}, { poll: true });
  return (
    <div className="desk-page">
      <PageHead title={t('nav.jobs')} />
      <Loaded query={query}>
        {({ queues }) => (
          <DeskTable
            caption={t('nav.jobs')}
            rows={queues}
            keyOf={({ queue }) => queue}
            columns={[
              { head: t('jobs.queue'), render: ({ queue }) => queue },
              ...COUNTS.map((count) => ({
                head: t(`jobs.${count}`),
                end: true,
                render: (row: JobQueueView) => <span className="numbers">{row[count]}</span>,
              })),
            ]}
          />
        )}
      </Loaded>
    </div>
  );
}
