import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  DemoNote,
  InvitationCard,
  Ranking,
  RecordsLink,
  REFERRAL_KEYS,
  RulesCard,
} from '../../features/trading/referral';
import { loginPath } from '../../platform/login-path';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { NoteCard } from '../../ui/note-card';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

/** Invitations: the code, what it brought, the ranking, and how it works. */
export default function PromotionPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLoggedIn = useLoggedIn();
  return (
    <>
      <PageHeader title={t('referral.title')} back />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: REFERRAL_KEYS.mine })}>
          {isLoggedIn ? <OwnInvitations /> : <Guest />}
          <RulesCard />
        </PullToRefresh>
      </Column>
    </>
  );
}

function OwnInvitations() {
  return (
    <>
      <DemoNote />
      <InvitationCard />
      <RecordsLink />
      <Ranking />
    </>
  );
}

function Guest() {
  const { t } = useTranslation();
  return (
    <NoteCard
      title={t('referral.guestTitle')}
      text={t('referral.guestText')}
      actions={
        <Button component={Link} to={loginPath('/pages/promotion/index')} size="sm" mih={44} variant="light">
          {t('pages.login')}
        </Button>
      }
    />
  );
}
