import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { UserPage, UserRowView } from '../../../server/contract/operations';
import { TextField } from '../../ui/text-field';
import { levelKey } from '../cases/person-panel';
import { useRowKeys } from '../cases/case-list';
import { CaseDetail } from '../parts/case-detail';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { SaveList } from '../parts/save-list';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';
import { UserDetail } from './user-detail';

/** Users, found by their number or the beginning of a name. A search is written down, so it runs when it is sent. */
export function UsersPage() {
  const { t } = useTranslation('desk');
  const { id } = useParams();
  const filters = useFilters();
  const query = useDeskQuery<UserPage>('users', { ...filters.query('search'), limit: '20' }, { recorded: true });
  useRowKeys('/ops/users', query.data?.list ?? [], filters.search);
  return (
    <div className="desk-split" data-open={id === undefined ? undefined : true}>
      <div className="desk-list">
        <PageHead title={t('nav.users')} />
        <Search key={filters.get('search')} filters={filters} />
        <SaveList path="users" query={filters.query('search')} />
        <PagedList query={query} filters={filters} keyOf={(user) => user.id} look="rows">
          {(user) => <UserRow user={user} search={filters.search} isChosen={user.id === id} />}
        </PagedList>
      </div>
      <CaseDetail label={t('nav.users')}>
        {id === undefined ? (
          <p className="desk-empty">{t('common.chooseOne')}</p>
        ) : (
          <>
            <Link className="desk-back" to={`/ops/users${filters.search}`}>
              {t('common.back')}
            </Link>
            <UserDetail key={id} id={id} />
          </>
        )}
      </CaseDetail>
    </div>
  );
}

function Search({ filters }: { filters: Filters }) {
  const { t } = useTranslation('desk');
  const [text, setText] = useState(filters.get('search'));
  const send = (event: FormEvent) => {
    event.preventDefault();
    filters.set({ search: text.trim() });
  };
  return (
    <form className="desk-filters desk-search" onSubmit={send} role="search">
      <TextField
        label={t('user.search')}
        help={t('user.searchHelp')}
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" size="sm">
        {t('user.find')}
      </Button>
    </form>
  );
}

function UserRow({ user, search, isChosen }: { user: UserRowView; search: string; isChosen: boolean }) {
  const { t } = useTranslation('desk');
  const contacts = [user.username, user.email, user.phone].filter((contact) => contact !== null);
  return (
    <Link className="desk-row" to={`/ops/users/${user.id}${search}`} aria-current={isChosen ? 'true' : undefined}>
      <span className="desk-row-main">{user.account}</span>
      <span className="desk-row-end numbers">#{user.id}</span>
      <span className="desk-row-sub">{contacts.filter((contact) => contact !== user.account).join(' · ')}</span>
      <span className="desk-row-end desk-dim">
        {user.disabled ? t('status.disabled') : t(`person.${levelKey(user.verifiedLevel)}`)}
      </span>
    </Link>
  );
}
