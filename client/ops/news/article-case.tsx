import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleDetailView, ArticleVersionView } from '../../../server/contract/operations';
import { ArticleBody } from '../../ui/article-body';
import { LANGUAGE_NAMES } from '../../languages';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { ArticleEditor } from './article-editor';

/** One article: what waits for a second person, the newest version to write on, and what may be done with it. */
export function ArticleCase({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const mayWrite = useCan('settings', 'support');
  const query = useDeskQuery<ArticleDetailView>(`news/${id}`);
  return (
    <Loaded query={query}>
      {(article) => (
        <>
          {article.proposed && (
            <Panel title={t('news.waits')}>
              <Version version={article.proposed} />
              <Link className="desk-button" to={`/ops/proposals/${article.proposalId}`}>
                {t('nav.proposals')}
              </Link>
            </Panel>
          )}
          <Panel title={`#${id} · ${t(`news.${article.state}`)}`}>
            {mayWrite ? (
              <ArticleEditor key={article.latest.id} article={article} onWritten={() => refreshDesk('news')} />
            ) : (
              <Version version={article.latest} />
            )}
          </Panel>
          {mayWrite && <Acts article={article} />}
        </>
      )}
    </Loaded>
  );
}

function Version({ version }: { version: ArticleVersionView }) {
  return version.texts.map(({ language, title, abstract, content }) => (
    <section key={language} lang={language}>
      <h3>
        {LANGUAGE_NAMES[language]}: {title}
      </h3>
      <p className="desk-note">{abstract}</p>
      <ArticleBody markup={content} language={language} />
    </section>
  ));
}

function Acts({ article: { id, latest, live, proposed } }: { article: ArticleDetailView }) {
  const { t } = useTranslation('desk');
  const done = (words: string) => {
    toast(words);
    refreshDesk('news', 'proposals', 'queues');
  };
  const propose = async (reason: string, key: string) => {
    await deskPost(`news/${id}/propose`, { version: latest.id, reason }, key);
    done(t('news.proposed'));
  };
  const withdraw = async (reason: string, key: string) => {
    await deskPost(`news/${id}/withdraw`, { reason }, key);
    done(t('news.withdrawn'));
  };
  return (
    <>
      {!proposed && live?.id !== latest.id && (
        <Panel title={t('news.propose')}>
          <ReasonForm action={t('news.propose')} send={propose} content={latest.id} />
        </Panel>
      )}
      {live && (
        <Panel title={t('news.withdraw')}>
          <ReasonForm danger action={t('news.withdraw')} help={t('news.withdrawText')} send={withdraw} />
        </Panel>
      )}
    </>
  );
}
