import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { VerificationCaseView, VerificationDetailView } from '../../../server/contract/operations';
import { useCountryWord } from '../parts/country-word';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { Status } from '../parts/status';
import { Steps } from '../parts/steps';
import { When } from '../parts/when';
import { CaseDesk } from './case-list';
import { ApproveVerification } from './approve-verification';
import { DecisionPanel } from './decision';
import { IdentityPanel } from './identity-panel';
import { PersonPanel } from './person-panel';
import { RejectVerification } from './reject-verification';
import { seenPost } from './seen-post';
import { useCase } from './use-case';

const STATUSES = ['under-review', 'verified', 'rejected'];

/** The queue of verifications. */
export function VerificationsPage() {
  const { t } = useTranslation('desk');
  const countryWord = useCountryWord();
  return (
    <CaseDesk<VerificationCaseView>
      kind="verification"
      title={t('nav.verification')}
      statuses={STATUSES}
      byCoin={false}
      waitsSince={({ submittedAt }) => submittedAt}
      renderSubject={({ name, account }) => name ?? account}
      renderNote={({ level, country }) =>
        [t(`verification.${level}`), countryWord(country)].filter(Boolean).join(' · ')
      }
      renderDetail={(id, listed) => <VerificationCase key={id} id={id} listed={listed} />}
    />
  );
}

function VerificationCase({ id, listed }: { id: string; listed: VerificationCaseView | undefined }) {
  const { t } = useTranslation('desk');
  const { query, claimed, decided } = useCase<VerificationDetailView>('verification', id);
  const setClaim = claimed((detail, claim) => ({ ...detail, case: { ...detail.case, claim } }));
  const path = `verification/${id}`;
  return (
    <Loaded query={query} rows={8}>
      {(detail) => {
        const claim = listed ? listed.claim : detail.case.claim;
        const { status, version } = detail.case;
        const post = seenPost(version, decided);
        return (
          <article className="desk-case" aria-label={t('verification.title', { id })}>
            <div className="desk-head">
              <h2>{t('verification.title', { id })}</h2>
              <Status status={status} />
            </div>
            <Facts
              facts={[
                { label: t('verification.level'), value: t(`verification.${detail.case.level}`) },
                { label: t('common.reason'), value: detail.reason },
                { label: t('verification.submitted'), value: <When at={detail.case.submittedAt} /> },
              ]}
            />
            {detail.excludedNumber && (
              <p className="desk-strip" data-tone="wait">
                {t('verification.excludedNumber')}
              </p>
            )}
            {detail.sameNumber.length > 0 && <SameNumber detail={detail} />}
            <IdentityPanel detail={{ ...detail, case: { ...detail.case, claim } }} />
            <DecisionPanel path={path} post={post} claim={claim} onClaim={setClaim} isOpen={status === 'under-review'}>
              <ApproveVerification detail={detail} post={post} onDecided={decided} />
              <RejectVerification detail={detail} post={post} onDecided={decided} />
            </DecisionPanel>
            <PersonPanel user={detail.user} />
            <Steps steps={detail.steps} />
          </article>
        );
      }}
    </Loaded>
  );
}

function SameNumber({ detail }: { detail: VerificationDetailView }) {
  const { t } = useTranslation('desk');
  const countryWord = useCountryWord();
  return (
    <Panel title={t('verification.sameNumber')}>
      <DeskTable
        caption={t('verification.sameNumber')}
        rows={detail.sameNumber}
        keyOf={({ userId, status }) => userId + status}
        columns={[
          {
            head: t('common.user'),
            render: ({ userId }) => <Link to={`/ops/users/${userId}`}>{t('user.title', { id: userId })}</Link>,
          },
          {
            head: t('verification.country'),
            render: ({ country }) => countryWord(country) ?? t('verification.noCountry'),
          },
          { head: t('common.status'), render: ({ status }) => <Status status={status} /> },
        ]}
      />
    </Panel>
  );
}
