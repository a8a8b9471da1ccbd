import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { VerificationCaseView, VerificationDetailView } from '../../../server/contract/operations';
import { isUnknownCountry } from '../../../server/contract/rules/document-country.rules';
import { useLanguage } from '../../platform/preferences';
import { CopyButton } from '../../ui/copy-button';
import { DeskTable } from '../parts/desk-table';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { PhotoView } from '../parts/photo-view';
import { Status } from '../parts/status';
import { Steps } from '../parts/steps';
import { formatMoment, When } from '../parts/when';
import { CaseDesk } from './case-list';
import { useLiveClaim } from './claim-bar';
import { ApproveVerification } from './approve-verification';
import { DecisionPanel } from './decision';
import { PersonPanel } from './person-panel';
import { RejectVerification } from './reject-verification';
import { useCase } from './use-case';

const STATUSES = ['under-review', 'verified', 'rejected'];
const ID_KINDS = {
  'id-card': 'idCard',
  passport: 'passport',
  'driving-licence': 'drivingLicence',
  ssn: 'ssn',
} as const;

/** The queue of verifications. */
export function VerificationsPage() {
  const { t } = useTranslation('desk');
  return (
    <CaseDesk<VerificationCaseView>
      kind="verification"
      title={t('nav.verification')}
      statuses={STATUSES}
      byCoin={false}
      waitsSince={({ submittedAt }) => submittedAt}
      renderSubject={({ name, account }) => name ?? account}
      renderNote={({ level, country }) =>
        [t(`verification.${level}`), isUnknownCountry(country) ? null : country].filter(Boolean).join(' · ')
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
        return (
          <article className="desk-case" aria-label={t('verification.title', { id })}>
            <div className="desk-head">
              <h2>{t('verification.title', { id })}</h2>
              <Status status={detail.case.status} />
            </div>
            <Person detail={detail} />
            {detail.sameNumber.length > 0 && <SameNumber detail={detail} />}
            <Photos detail={{ ...detail, case: { ...detail.case, claim } }} />
            <DecisionPanel path={path} claim={claim} onClaim={setClaim} isOpen={detail.case.status === 'under-review'}>
              <ApproveVerification detail={detail} onDecided={decided} />
              <RejectVerification detail={detail} onDecided={decided} />
            </DecisionPanel>
            <PersonPanel user={detail.user} />
            {detail.otherLevel && <OtherLevel other={detail.otherLevel} />}
            <Steps steps={detail.steps} />
          </article>
        );
      }}
    </Loaded>
  );
}

function Person({ detail }: { detail: VerificationDetailView }) {
  const { t } = useTranslation('desk');
  const { idKind, idNumber, address, reason } = detail;
  const { level, country, name, idNumberMasked, submittedAt } = detail.case;
  const known = ID_KINDS[idKind as keyof typeof ID_KINDS];
  const number = idNumber ?? idNumberMasked;
  return (
    <Facts
      facts={[
        { label: t('verification.level'), value: t(`verification.${level}`) },
        { label: t('verification.name'), value: name },
        {
          label: t('verification.country'),
          value: isUnknownCountry(country) ? t('verification.noCountry') : country,
        },
        { label: t('verification.idKind'), value: known === undefined ? idKind : t(`verification.${known}`) },
        {
          label: t('verification.idNumber'),
          value: number && (
            <span className="desk-code">
              <code>{number}</code>
              {idNumber && <CopyButton text={idNumber} label={t('verification.idNumber')} />}
            </span>
          ),
        },
        { label: t('verification.address'), value: address },
        { label: t('common.reason'), value: reason },
        { label: t('verification.submitted'), value: <When at={submittedAt} /> },
      ]}
    />
  );
}

/** The photos side by side. They load at once for who has claimed the case: each look is on record. */
function Photos({ detail }: { detail: VerificationDetailView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const isMine = useLiveClaim(detail.case.claim)?.mine === true;
  if (detail.photos.length === 0) return null;
  return (
    <Panel title={t('verification.photos')}>
      <ul className="desk-photos">
        {detail.photos.map(({ kind, status, reason, removedAt }) => (
          <li key={kind}>
            <p className="desk-photo-title">
              {t(`verification.${kind}`)} <Status status={status} />
            </p>
            {/* A photo that was taken again has a case of a new version: it is another picture. */}
            {removedAt === null ? (
              <PhotoView
                key={detail.case.version}
                path={`verification/${detail.case.id}/photos/${kind}`}
                label={t(`verification.${kind}`)}
                auto={isMine}
              />
            ) : (
              <p className="desk-empty">{t('photo.removed', { when: formatMoment(removedAt, language) })}</p>
            )}
            {reason !== null && reason !== '' && <p className="desk-quote">{reason}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SameNumber({ detail }: { detail: VerificationDetailView }) {
  const { t } = useTranslation('desk');
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
          { head: t('common.status'), render: ({ status }) => <Status status={status} /> },
        ]}
      />
    </Panel>
  );
}

function OtherLevel({ other }: { other: VerificationCaseView }) {
  const { t } = useTranslation('desk');
  return (
    <Panel
      title={t('verification.otherLevel')}
      actions={<Link to={`/ops/verification/${other.id}?status=all`}>{t(`verification.${other.level}`)}</Link>}
    >
      <Facts
        facts={[
          { label: t('common.status'), value: <Status status={other.status} /> },
          { label: t('verification.name'), value: other.name },
          {
            label: t('verification.country'),
            value: isUnknownCountry(other.country) ? t('verification.noCountry') : other.country,
          },
          { label: t('verification.idNumber'), value: other.idNumberMasked },
          { label: t('verification.submitted'), value: <When at={other.submittedAt} /> },
        ]}
      />
    </Panel>
  );
}
