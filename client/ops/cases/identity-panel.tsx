import { useTranslation } from 'react-i18next';
import type { VerificationDetailView, CaseLevelView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { CodeText } from '../parts/code-text';
import { useCountryWord } from '../parts/country-word';
import { Facts } from '../parts/facts';
import { Panel } from '../parts/panel';
import { PhotoView } from '../parts/photo-view';
import { Status } from '../parts/status';
import { formatMoment, When } from '../parts/when';
import { useLiveClaim } from './claim-bar';

const ID_KINDS = {
  'id-card': 'idCard',
  passport: 'passport',
  'driving-licence': 'drivingLicence',
  ssn: 'ssn',
} as const;

/** What the person typed beside what the photos show, whichever of the two levels the case is of. */
export function IdentityPanel({ detail }: { detail: VerificationDetailView }) {
  const { t } = useTranslation('desk');
  const { otherLevel } = detail;
  const isBasic = detail.case.level === 'basic';
  const typed = isBasic ? detail : otherLevel;
  // A form without a country comes with photos of its own.
  const pictured = isBasic && detail.photos.length === 0 ? otherLevel : detail;
  return (
    <Panel title={t('verification.compare')}>
      <div className="desk-identity">
        {typed === null ? <p className="desk-empty">{t('verification.nothingTyped')}</p> : <Typed level={typed} />}
        {pictured === null || pictured.photos.length === 0 ? (
          <p className="desk-empty">{t('verification.noPhotos')}</p>
        ) : (
          <Photos level={pictured} isOwn={pictured === detail} />
        )}
      </div>
    </Panel>
  );
}

function Typed({ level }: { level: CaseLevelView }) {
  const { t } = useTranslation('desk');
  const countryWord = useCountryWord();
  const { idKind, idNumber, address, reason } = level;
  const { country, name, idNumberMasked, submittedAt, status } = level.case;
  const known = ID_KINDS[idKind as keyof typeof ID_KINDS];
  return (
    <div className="desk-typed">
      <Facts
        facts={[
          { label: t('verification.name'), value: name && <strong>{name}</strong> },
          {
            label: t('verification.idNumber'),
            value: idNumber ? <CodeText text={idNumber} label={t('verification.idNumber')} /> : idNumberMasked,
          },
          { label: t('verification.country'), value: countryWord(country) ?? t('verification.noCountry') },
          { label: t('verification.idKind'), value: known === undefined ? idKind : t(`verification.${known}`) },
          { label: t('verification.address'), value: address },
          { label: t('verification.basic'), value: <Status status={status} /> },
          { label: t('common.reason'), value: reason },
          { label: t('verification.submitted'), value: <When at={submittedAt} /> },
        ]}
      />
    </div>
  );
}

/** The photos side by side. They load at once for who has claimed the case: each look is on record. */
function Photos({ level, isOwn }: { level: CaseLevelView; isOwn: boolean }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const isMine = useLiveClaim(level.case.claim)?.mine === true;
  return (
    <ul className="desk-photos" aria-label={t('verification.photos')}>
      {level.photos.map(({ kind, status, reason, removedAt }) => (
        <li key={kind}>
          <p className="desk-photo-title">
            {t(`verification.${kind}`)} <Status status={status} />
          </p>
          {/* A photo that was taken again has a case of a new version: it is another picture. */}
          {removedAt === null ? (
            <PhotoView
              key={level.case.version}
              version={level.case.version}
              path={`verification/${level.case.id}/photos/${kind}`}
              label={t(`verification.${kind}`)}
              auto={isMine && isOwn}
            />
          ) : (
            <p className="desk-empty">{t('photo.removed', { when: formatMoment(removedAt, language) })}</p>
          )}
          {reason !== null && reason !== '' && <p className="desk-quote">{reason}</p>}
        </li>
      ))}
    </ul>
  );
}
