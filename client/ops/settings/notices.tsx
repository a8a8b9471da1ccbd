import { useTranslation } from 'react-i18next';
import type { PublishedNoticePage, PublishedNoticeView } from '../../../server/contract/operations';
import { LANGUAGE_NAMES } from '../../languages';
import { StatePill } from '../../ui/state-pill';
import { useCan } from '../frame/desk-session';
import { PagedList } from '../parts/paged-list';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { NoticeForm } from './notice-form';

/** Notices to everybody: those that were published, and a new one. */
export function NoticesPage() {
  const { t } = useTranslation('desk');
  const mayPublish = useCan('settings');
  const filters = useFilters();
  const query = useDeskQuery<PublishedNoticePage>('notices', { ...filters.query(), limit: '10' }, { poll: true });
  return (
    <div className="desk-page">
      <PageHead title={t('nav.notices')} />
      {mayPublish && (
        <Panel title={t('notice.write')}>
          <NoticeForm />
        </Panel>
      )}
      <Panel title={t('notice.history')}>
        <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
          {(notice) => <Published notice={notice} />}
        </PagedList>
      </Panel>
    </div>
  );
}

function Published({
  notice: { texts, publishedBy, publishedAt, delivered, finished },
}: {
  notice: PublishedNoticeView;
}) {
  const { t } = useTranslation('desk');
  const [first] = texts;
  return (
    <article className="desk-card">
      <div className="desk-panel-head">
        <h3>{first?.title}</h3>
        <StatePill tone={finished ? 'good' : 'wait'} text={t(finished ? 'notice.finished' : 'notice.going')} />
      </div>
      <p className="desk-dim">
        <When at={publishedAt} /> {t('notice.by', { who: publishedBy })} · {t('notice.delivered', { count: delivered })}
      </p>
      {texts.map(({ language, title, text }) => (
        <details key={language} className="desk-fold">
          <summary>{LANGUAGE_NAMES[language]}</summary>
          <div lang={language}>
            <p>
              <strong>{title}</strong>
            </p>
            <p className="desk-lines">{text}</p>
          </div>
        </details>
      ))}
    </article>
  );
}
