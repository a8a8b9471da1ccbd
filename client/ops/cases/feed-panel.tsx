import { useTranslation } from 'react-i18next';
import type { FeedMarketView, FeedStateView } from '../../../server/contract/operations';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { spanOf } from '../parts/when';

/** A span of time in its largest whole unit, in words. */
export function useSpanWord(): (milliseconds: number) => string {
  const { t } = useTranslation('desk');
  return (milliseconds) => {
    const { key, count } = spanOf(milliseconds);
    return t(`age.${key}`, { count });
  };
}

/** Whether prices come, how old they are, and which markets have none. */
export function FeedPanel() {
  const { t } = useTranslation('desk');
  const span = useSpanWord();
  const query = useDeskQuery<FeedStateView>('feed-state', {}, { poll: true });
  return (
    <Panel title={t('feed.title')}>
      <Loaded query={query} rows={3}>
        {({ fed, ageMs, live, total, oldestMs, others }) => (
          <>
            {!fed && (
              <p className="desk-strip" data-tone="bad">
                {t('feed.state')}: {t('feed.unfed')}
              </p>
            )}
            <Facts
              facts={[
                { label: t('feed.state'), value: t(fed ? 'feed.fed' : 'feed.unfed') },
                { label: t('feed.word'), value: t('feed.ago', { age: span(ageMs) }) },
                { label: t('feed.live'), value: t('feed.liveOf', { live, total }) },
                { label: t('feed.oldest'), value: oldestMs !== null && span(oldestMs) },
              ]}
            />
            {others.length > 0 && <Others list={others} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const STATUSES = { stale: 'stale', closed: 'closed', halted: 'halted' } as const;

function Others({ list }: { list: readonly FeedMarketView[] }) {
  const { t } = useTranslation('desk');
  const span = useSpanWord();
  return (
    <details className="desk-violations">
      <summary>
        {t('feed.others')}: {list.length}
      </summary>
      <DeskTable
        caption={t('feed.others')}
        rows={list}
        keyOf={({ symbol }) => symbol}
        columns={[
          { head: t('feed.market'), render: ({ symbol }) => symbol },
          {
            head: t('common.status'),
            render: ({ status }) => {
              const known = STATUSES[status as keyof typeof STATUSES];
              return known === undefined ? status : t(`feed.${known}`);
            },
          },
          { head: t('feed.age'), end: true, render: ({ ageMs }) => (ageMs === null ? t('feed.none') : span(ageMs)) },
        ]}
      />
    </details>
  );
}
