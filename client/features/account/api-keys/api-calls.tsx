import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { TextField } from '../../../ui/text-field';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { type ApiCall, apiCalls, foundIn } from './api-calls.api';
import styles from './api-keys.module.css';
import { scopeWord } from './scope-words';

const WORDS_MAX = 60;

const GROUP_WORDS = {
  markets: 'apiDocs.groups.markets',
  candles: 'apiDocs.groups.candles',
  tape: 'apiDocs.groups.tape',
  stocks: 'apiDocs.groups.stocks',
  trading: 'apiDocs.groups.trading',
  wallet: 'apiDocs.groups.wallet',
  spot: 'apiDocs.groups.spot',
  options: 'apiDocs.groups.options',
  futures: 'apiDocs.groups.futures',
} as const;
const KNOWN_GROUPS = new Map<string, (typeof GROUP_WORDS)[keyof typeof GROUP_WORDS]>(Object.entries(GROUP_WORDS));

/** Every call that programs may make, as the description that they are made from has it, by groups and by words. */
export function ApiCalls() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiCalls);
  const [typed, setTyped] = useState('');
  const words = useCallWords();
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={8} />;
  const shown = foundIn(data, typed, (call) =>
    [call.method, call.path, call.does, call.scope, words.group(call.group), words.scope(call.scope)].join(' '),
  );
  return (
    <>
      <div role="search">
        <TextField
          type="search"
          label={t('apiDocs.findCall')}
          value={typed}
          maxLength={WORDS_MAX}
          autoComplete="off"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <p role="status" className={styles.found}>
        {t('apiDocs.callsFound', { found: shown.length, all: data.length })}
      </p>
      {shown.length === 0 && <EmptyState text={t('apiDocs.noCall')} />}
      {[...new Set(shown.map(({ group }) => group))].map((group) => (
        <Group key={group} name={words.group(group)} calls={shown.filter((call) => call.group === group)} />
      ))}
    </>
  );
}

/** A group or a permission of a newer server than this page has the name that the file gives it. */
function useCallWords() {
  const { t } = useTranslation();
  return {
    group: (group: string) => {
      const known = KNOWN_GROUPS.get(group);
      return known ? t(known) : group;
    },
    scope: (scope: string | null) => {
      if (scope === null) return t('apiDocs.everybody');
      const known = scopeWord(scope);
      return known ? t(known) : scope;
    },
  };
}

function Group({ name, calls }: { name: string; calls: readonly ApiCall[] }) {
  const id = useId();
  const words = useCallWords();
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h3 id={id}>{name}</h3>
      <ul className={styles.calls}>
        {calls.map(({ method, path, does, scope }) => (
          <li key={`${method} ${path}`} className={styles.call}>
            <p className={styles.callName}>
              <b data-method={method}>{method}</b> <code>{path}</code>
            </p>
            {/* Of the file, which is in English whatever the page's language. */}
            <p lang="en">
              <Sentence text={does} />
            </p>
            <span className={styles.scope}>{words.scope(scope)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names of fields stand between backticks. */
function Sentence({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which keep their order
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
