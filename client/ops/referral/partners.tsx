import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReferralPartnerPage } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { amountFrom } from '../../ui/typed-amount';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { PercentField } from './terms-form';

/** Partners with rates of their own, present and former. */
export function Partners() {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('treasurer');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useDeskQuery<ReferralPartnerPage>('referral/partners', { search, page: String(page), limit: '20' });
  return (
    <Panel title={t('referral.partners')}>
      <TextField
        label={t('referral.searchUser')}
        value={search}
        maxLength={40}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value.trimStart());
          setPage(1);
        }}
      />
      <Loaded query={query}>
        {({ list, total, page: shown, limit }) => (
          <>
            <DeskTable
              caption={t('referral.partners')}
              columns={[
                { head: t('common.user'), render: ({ userId }) => <Link to={`/ops/users/${userId}`}>#{userId}</Link> },
                { head: t('referral.name'), render: ({ account }) => account },
                {
                  head: t('referral.percent'),
                  end: true,
                  render: ({ percent }) => (percent === null ? t('referral.noPartner') : `${percent}%`),
                },
                { head: t('referral.from'), render: ({ effectiveDay }) => effectiveDay },
                { head: t('referral.invited'), end: true, render: ({ invited }) => invited },
              ]}
              rows={list}
              keyOf={({ userId }) => userId}
            />
            <Pager page={shown} limit={limit} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
      {mayPropose && <ProposePartner />}
    </Panel>
  );
}

function ProposePartner() {
  const { t } = useTranslation('desk');
  const [userId, setUserId] = useState('');
  const [typed, setTyped] = useState('');
  const percent = amountFrom(typed, useLanguage());
  const send = async (reason: string, key: string) => {
    await deskPost('referral/partners', { userId: userId.trim(), percent, reason }, key);
    toast(t('news.proposed'));
    refreshDesk('proposals', 'queues');
    setUserId('');
    setTyped('');
  };
  return (
    <ReasonForm
      action={t('referral.proposePartner')}
      send={send}
      content={`${userId} ${percent}`}
      // None ends the partnership: what may be two is no none.
      disabled={userId.trim() === '' || (percent === '' && typed.trim() !== '')}
    >
      <TextField
        label={t('referral.userNumber')}
        value={userId}
        maxLength={18}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ currentTarget }) => setUserId(currentTarget.value)}
      />
      <PercentField value={typed} onChange={setTyped} help={t('referral.partnerHelp')} />
    </ReasonForm>
  );
}
