import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPublicAddress } from '../../../../server/contract/rules/article-markup.rules';
import { HELP } from '../../../../server/contract/rules/news.rules';
import { TextField } from '../../../ui/text-field';
import { ArticleList } from './article-list';
import { customerLink } from './news.api';
import styles from './news.module.css';

const PAUSE_MS = 300;
const WORDS_MAX = 60;

/** The help centre: its articles, and those that have the words that are looked for. */
export function HelpSearch() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const empty = keyword === '' ? t('news.empty') : t('news.nothing', { words: keyword });
  return (
    <>
      <div className={styles.search} role="search">
        <TextField
          type="search"
          label={t('news.search')}
          value={typed}
          maxLength={WORDS_MAX}
          autoComplete="off"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <ArticleList key={keyword} category={HELP} keyword={keyword} empty={empty} isDated={false} />
      <SupportLink />
    </>
  );
}

/** Where the desk says that service is, when that is not this page. */
export function SupportLink() {
  const { t } = useTranslation();
  const { data } = useQuery(customerLink);
  if (!data || !isPublicAddress(data.customer_url)) return null;
  return (
    <a className={styles.bar} href={data.customer_url} target="_blank" rel="noopener noreferrer">
      <span>{t('news.support')}</span>
    </a>
  );
}
