import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { TextField } from '../../ui/text-field';
import { useCan } from '../frame/desk-session';

/** Who may search the whole desk. */
export function useMayFind(): boolean {
  return useCan('support', 'treasurer', 'auditor');
}

/** The one search over the desk. A search is written down, so it runs when it is sent. */
export function FindBox({ text: before = '' }: { text?: string }) {
  const { t } = useTranslation('desk');
  const navigate = useNavigate();
  const [text, setText] = useState(before);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (typed !== '') void navigate(`/ops/find?text=${encodeURIComponent(typed)}`);
  };
  return (
    <form className="desk-find" role="search" aria-label={t('find.title')} onSubmit={send}>
      <TextField
        aria-label={t('find.label')}
        placeholder={t('find.title')}
        type="search"
        value={text}
        maxLength={140}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" aria-label={t('find.title')}>
        <IconSearch size={18} aria-hidden />
      </button>
    </form>
  );
}
