import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SelfReferralPage } from '../../../server/contract/operations';
import { TextField } from '../../ui/text-field';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';

/** Accounts that were found to be their inviter's own: they bring nothing, and nobody can change that. */
export function SelfReferrals() {
  const { t } = useTranslation('desk');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useDeskQuery<SelfReferralPage>('referral/self', { search, page: String(page), limit: '20' });
  const user = (id: string) => <Link to={`/ops/users/${id}`}>#{id}</Link>;
  return (
    <Panel title={t('referral.self')}>
      <p className="desk-note">{t('referral.selfText')}</p>
      <TextField
        label={t('referral.userNumber')}
        value={search}
        maxLength={18}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value.replaceAll(/[^0-9]/g, ''));
          setPage(1);
        }}
      />
      <Loaded query={query}>
        {({ list, total, page: shown, limit }) => (
          <>
            <DeskTable
              caption={t('referral.self')}
              columns={[
                { head: t('referral.payer'), render: ({ payerId }) => user(payerId) },
                { head: t('referral.inviter'), render: ({ inviterId }) => user(inviterId) },
                { head: t('referral.shares'), render: ({ shares }) => t(`referral.shared.${shares}`) },
                { head: t('referral.foundAt'), render: ({ foundAt }) => <When at={foundAt} /> },
              ]}
              rows={list}
              keyOf={({ payerId }) => payerId}
            />
            <Pager page={shown} limit={limit} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
