import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/text-field';
import styles from './subscription.module.css';

const PAUSE_MS = 300;
const WORDS_MAX = 40;

/** Looks for coins by code or name; says so a moment after the last key. */
export function Search({ onSearch }: { onSearch: (keyword: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <div className={styles.search} role="search">
      <TextField
        type="search"
        label={t('subscription.search')}
        value={typed}
        maxLength={WORDS_MAX}
        autoComplete="off"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}
