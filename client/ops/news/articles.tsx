import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { ArticlePage, ArticleRowView } from '../../../server/contract/operations';
import { NEWS_STATES } from '../../../server/contract/operations/words';
import { NEWS_CATEGORIES } from '../../../server/contract/rules/news.rules';
import { useCan } from '../frame/desk-session';
import { FilterRow, FilterText } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead, Panel } from '../parts/panel';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { ArticleCase } from './article-case';
import { ArticleEditor } from './article-editor';
import { useCategoryWord } from './category-word';
import { ServiceLinks } from './service-links';

/** Articles: the list, one of them, or a new one; and where service is. */
export function ArticlesPage() {
  const { t } = useTranslation('desk');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const mayWrite = useCan('settings', 'support');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.articles')} />
      {id === '' && (
        <>
          {mayWrite && (
            <Link className="desk-button" to="/ops/articles/new">
              {t('news.write')}
            </Link>
          )}
          <List />
          <ServiceLinks />
        </>
      )}
      {id === 'new' && mayWrite && (
        <Panel title={t('news.write')}>
          <ArticleEditor article={null} onWritten={(written) => void navigate(`/ops/articles/${written.id}`)} />
        </Panel>
      )}
      {/^[1-9]/.test(id) && <ArticleCase key={id} id={id} />}
    </div>
  );
}

function List() {
  const filters = useFilters();
  const query = useDeskQuery<ArticlePage>('news', { ...filters.query('state', 'category', 'keyword'), limit: '20' });
  return (
    <>
      <Narrow filters={filters} />
      <SaveList path="news" query={filters.query('state', 'category', 'keyword')} />
      <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
        {(row) => <Row row={row} />}
      </PagedList>
    </>
  );
}

function Narrow({ filters }: { filters: Filters }) {
  const { t } = useTranslation('desk');
  const word = useCategoryWord();
  const all = { value: '', label: t('news.all') };
  return (
    <FilterRow filters={filters}>
      <FilterText filters={filters} name="keyword" label={t('news.search')} />
      <SelectField
        label={t('news.state')}
        value={filters.get('state')}
        onChange={(state) => filters.set({ state })}
        choices={[all, ...NEWS_STATES.map((value) => ({ value, label: t(`news.${value}`) }))]}
      />
      <SelectField
        label={t('news.category')}
        value={filters.get('category')}
        onChange={(category) => filters.set({ category })}
        choices={[all, ...NEWS_CATEGORIES.map((value) => ({ value: String(value), label: word(value) }))]}
      />
    </FilterRow>
  );
}

function Row({ row }: { row: ArticleRowView }) {
  const { t } = useTranslation('desk');
  const word = useCategoryWord();
  return (
    <article>
      <h3>
        <Link to={`/ops/articles/${row.id}`}>{row.title}</Link>
      </h3>
      <p className="desk-note">
        {word(row.category)} · {t(`news.${row.state}`)} · {row.languages.join(', ')}
        {row.required && ` · ${t('news.required')}`}
        {row.announced && ` · ${t('news.announced')}`}
      </p>
      <p className="desk-note">
        {t('notice.by', { who: row.writtenBy })} · <When at={row.writtenAt} />
      </p>
    </article>
  );
}
