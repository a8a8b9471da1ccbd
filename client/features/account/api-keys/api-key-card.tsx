import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { CopyButton } from '../../../ui/copy-button';
import { useWireTime } from '../profile';
import styles from './api-keys.module.css';
import { scopeWord } from './scope-words';

const STATE_WORDS = {
  expired: 'apiKeys.expired',
  revoked: 'apiKeys.ended',
  password: 'apiKeys.endedPassword',
  sessions: 'apiKeys.endedSessions',
} as const;

function stateWord(state: string) {
  return Object.entries(STATE_WORDS).find(([name]) => name === state)?.[1] ?? STATE_WORDS.revoked;
}

/** One key: what it may do, with which money, from where, until when; of one that ended, why. */
export function ApiKeyCard({ apiKey, onTask }: { apiKey: ApiKeyView; onTask: (kind: 'rename' | 'revoke') => void }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { key, name, scopes, addresses, state, account_type: money } = apiKey;
  const isActive = state === 'active';
  const used = apiKey.last_used_at;
  const labels = scopes.map((scope) => {
    const word = scopeWord(scope);
    return { scope, label: word === null ? scope : t(word) };
  });
  return (
    <li className={styles.card} data-ended={!isActive || undefined}>
      <div className={styles.head}>
        <p className={styles.name}>{name}</p>
        <span className={styles.tag} data-kind={isActive ? money : 'ended'}>
          {isActive ? t(money === 'simulation_account' ? 'apiKeys.demo' : 'apiKeys.real') : t(stateWord(state))}
        </span>
      </div>
      {isActive && (
        <div className={styles.key}>
          <code>{key}</code>
          <CopyButton text={key} label={t('apiKeys.key')} />
        </div>
      )}
      <p className={styles.scopes}>
        {labels.map(({ scope, label }) => (
          <span key={scope} className={styles.scope}>
            {label}
          </span>
        ))}
      </p>
      <div className={styles.facts}>
        <p>{addresses.length === 0 ? t('apiKeys.everywhere') : addresses.join(', ')}</p>
        <p>
          {t('apiKeys.created', { time: wireTime(apiKey.created_at) })}
          {isActive && apiKey.expires_at !== '' && ` · ${t('apiKeys.ends', { time: wireTime(apiKey.expires_at) })}`}
        </p>
        <p>
          {used === ''
            ? t('apiKeys.unused')
            : t('apiKeys.lastUsed', { time: wireTime(used), address: apiKey.last_used_ip })}
        </p>
      </div>
      {(isActive || state === 'expired') && (
        <div className={styles.buttons}>
          <Button variant="default" size="sm" onClick={() => onTask('rename')}>
            {t('apiKeys.rename')}
          </Button>
          <Button variant="default" size="sm" onClick={() => onTask('revoke')}>
            {t('apiKeys.revoke')}
          </Button>
        </div>
      )}
    </li>
  );
}
