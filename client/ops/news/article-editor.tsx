import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArticleDetailView, ArticleWrittenView, WriteArticleRequest } from '../../../server/contract/operations';
import { serverNow } from '../../platform/server-clock';
import { useAtMostOnce } from '../../platform/use-at-most-once';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';
import { refreshDesk } from '../parts/use-desk-query';
import { type ArticleDraft, draftOf, newDraft, requestOf } from './article-draft';
import { ArticlePlace, ArticleTexts } from './article-fields';

interface Props {
  /** Null: a new one. */
  article: ArticleDetailView | null;
  onWritten: (written: ArticleWrittenView) => void;
}

/** Writes an article, or a new version of one. */
export function ArticleEditor({ article, onWritten }: Props) {
  const { t } = useTranslation('desk');
  const [draft, setDraft] = useState<ArticleDraft>(() => (article ? draftOf(article.latest) : newDraft(serverNow())));
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAct();
  const once = useAtMostOnce<WriteArticleRequest>();
  const content = requestOf(draft, article);
  const change = (part: Partial<ArticleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const save = async () => {
    const path = article === null ? 'news' : `news/${article.id}`;
    const send = async (body: WriteArticleRequest, key: string) => {
      const written = await deskPost<ArticleWrittenView>(path, body, key);
      toast(t(written.isCleaned ? 'news.cleaned' : 'news.saved'));
      refreshDesk('news');
      onWritten(written);
    };
    await once.run({ intent: JSON.stringify(content), content, send });
  };
  const isEmpty = content.texts.length === 0;
  return (
    <div className="desk-form">
      <ArticlePlace draft={draft} onChange={change} />
      <ArticleTexts draft={draft} onChange={change} />
      <Problem text={tried && isEmpty ? t('news.texts') : problem} />
      <div className="desk-actions">
        <Button
          size="sm"
          loading={busy}
          onClick={() => {
            setTried(true);
            if (!isEmpty) run(save);
          }}
        >
          {t('news.save')}
        </Button>
      </div>
    </div>
  );
}
