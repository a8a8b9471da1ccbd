import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BOOKS } from '../../../server/contract/books';
import type { BooksView, QueueCountView, QueuesView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { StopCause } from '../parts/stop-cause';
import { useDeskQuery } from '../parts/use-desk-query';
import { useAge, When } from '../parts/when';
import { FeedPanel } from './feed-panel';
import { RiskPanels } from './risk-panels';

const PLACES: Record<QueueCountView['kind'], { path: string; roles: readonly OperatorRole[] }> = {
  deposit: { path: '/ops/deposits', roles: ['treasurer', 'support', 'auditor'] },
  withdrawal: { path: '/ops/withdrawals', roles: ['treasurer', 'support', 'auditor'] },
  payment: { path: '/ops/withdrawals?status=approved', roles: ['treasurer', 'support', 'auditor'] },
  help: { path: '/ops/help', roles: ['support', 'auditor'] },
  complaint: { path: '/ops/complaints', roles: ['support', 'auditor'] },
  verification: { path: '/ops/verification', roles: ['reviewer'] },
  appeal: { path: '/ops/appeals', roles: ['treasurer', 'support', 'auditor'] },
  merchant: { path: '/ops/merchants', roles: ['settings', 'support', 'auditor'] },
  proposal: { path: '/ops/proposals', roles: ['treasurer', 'settings', 'auditor', 'administrator'] },
  announced: { path: '/ops/announced', roles: ['treasurer', 'settings', 'auditor', 'administrator'] },
};

/** What waits, how long it has, and whether the product is as it should be. */
export function OverviewPage() {
  const { t } = useTranslation('desk');
  const mayWeigh = useCan('treasurer', 'auditor', 'administrator');
  const queues = useDeskQuery<QueuesView>('queues', {}, { poll: true });
  const books = useDeskQuery<BooksView>('books', {}, { poll: true });
  return (
    <div className="desk-page">
      <PageHead title={t('queues.title')} />
      <Loaded query={queues} rows={5}>
        {({ queues: list }) => (
          <ul className="desk-queues">
            {list.map((queue) => (
              <li key={queue.kind}>
                <QueueCard queue={queue} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Panel title={t('books.state')}>
        <Loaded query={books} rows={2}>
          {({ trading }) =>
            BOOKS.map((book) => {
              const { mode, cause, since, verifiedAt } = trading[book];
              return (
                <Facts
                  key={book}
                  facts={[
                    { label: t(`books.${book}`), value: t(mode === 'open' ? 'books.open' : 'books.cancelOnly') },
                    { label: t('books.cause'), value: cause !== '' && <StopCause mode={trading[book]} /> },
                    { label: t('books.since'), value: <When at={since} /> },
                    { label: t('books.verifiedAt'), value: <When at={verifiedAt} /> },
                  ]}
                />
              );
            })
          }
        </Loaded>
      </Panel>
      <FeedPanel />
      {mayWeigh && <RiskPanels />}
    </div>
  );
}

function QueueCard({ queue: { kind, waiting, oldestAt } }: { queue: QueueCountView }) {
  const { t } = useTranslation('desk');
  const { path, roles } = PLACES[kind];
  const mayOpen = useCan(...roles);
  const inside = (
    <>
      <span className="desk-queue-name">{t(`queues.${kind}`)}</span>
      <span className="desk-queue-count numbers">{waiting}</span>
      <span className="desk-dim">{oldestAt === null ? t('queues.empty') : <Oldest at={oldestAt} />}</span>
    </>
  );
  if (!mayOpen) return <div className="desk-queue">{inside}</div>;
  return (
    <Link className="desk-queue" to={path}>
      {inside}
    </Link>
  );
}

function Oldest({ at }: { at: number }) {
  const { t } = useTranslation('desk');
  return t('queues.oldest', { age: useAge(at) });
}
