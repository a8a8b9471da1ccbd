import { Button } from '@mantine/core';
import {
  IconCheck,
  IconCircle,
  IconId,
  IconLock,
  IconPhotoScan,
  IconShieldLock,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  type AdvancedVerificationView,
  type BasicVerificationView,
  PHOTO_KINDS,
  type VerificationLevelView,
} from '../../../../server/contract/account/verification.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { idKindWord } from './id-kind-word';
import { isOpen, useVerificationEvents, verification } from './verification.api';
import styles from './verification.module.css';

/** How far the user's identity is known, what is missing, and the way on. */
export function VerificationOverview() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(verification);
  useVerificationEvents();
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <>
        <CardSkeleton rows={3} />
        <CardSkeleton rows={3} />
      </>
    );
  }
  return (
    <>
      <BasicCard level={data.basic} />
      <AdvancedCard level={data.advanced} isOffered={data.basic.status === 'verified'} />
      <p className={styles.privacy}>
        <IconShieldLock size={16} aria-hidden />
        {t('verification.privacy')}
      </p>
    </>
  );
}

interface CardProps {
  icon: TablerIcon;
  title: string;
  text: string;
  level: VerificationLevelView;
  dim?: boolean;
  children?: ReactNode;
}

function LevelCard({ icon: Icon, title, text, level, dim = false, children }: CardProps) {
  const { t } = useTranslation();
  const { status, reason } = level;
  return (
    <section className={styles.card} data-dim={dim || undefined}>
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden>
          <Icon size={22} stroke={1.6} />
        </span>
        <div className={styles.words}>
          <div className={styles.titleRow}>
            <h2 className={styles.title}>{title}</h2>
            <span className={styles.pill} data-status={status}>
              {t(`verification.status.${status}`)}
            </span>
          </div>
          <p className={styles.text}>{text}</p>
        </div>
      </div>
      {status === 'rejected' && reason !== null && (
        <div className={styles.panel}>
          <p className={styles.panelTitle}>{t('verification.rejectedBecause')}</p>
          <p>{reason}</p>
        </div>
      )}
      {status === 'under-review' && <p className={styles.text}>{t('verification.reviewText')}</p>}
      {children}
    </section>
  );
}

function BasicCard({ level }: { level: BasicVerificationView }) {
  const { t } = useTranslation();
  const regions = new Intl.DisplayNames([useLanguage()], { type: 'region', fallback: 'code' });
  const { status, name, country, card_id: idNumber, certificate_type: idKind } = level;
  return (
    <LevelCard icon={IconId} title={t('verification.basic')} text={t('verification.basicOpens')} level={level}>
      {status === 'none' && (
        <ul className={styles.missing}>
          {(['needCountry', 'needName', 'needId', 'needAddress'] as const).map((need) => (
            <Item key={need} text={t(`verification.${need}`)} />
          ))}
        </ul>
      )}
      {(status === 'verified' || status === 'under-review') && (
        <dl className={styles.facts}>
          <Fact label={t('verification.name')} value={name} />
          <Fact label={t('verification.country')} value={regions.of(country) ?? country} />
          <Fact label={t(idKindWord(idKind))} value={idNumber} />
        </dl>
      )}
      {isOpen(level) && (
        <Button component={Link} to="/pages/verification/basic" fullWidth>
          {t(status === 'none' ? 'verification.start' : 'verification.correct')}
        </Button>
      )}
    </LevelCard>
  );
}

function AdvancedCard({ level, isOffered }: { level: AdvancedVerificationView; isOffered: boolean }) {
  const { t } = useTranslation();
  const { status, photos } = level;
  const open = isOffered && isOpen(level);
  return (
    <LevelCard
      icon={isOffered ? IconPhotoScan : IconLock}
      title={t('verification.advanced')}
      text={t(isOffered || status !== 'none' ? 'verification.advancedOpens' : 'verification.basicFirst')}
      level={level}
      dim={!isOffered && status === 'none'}
    >
      {open && (
        <ul className={styles.missing}>
          {PHOTO_KINDS.map((kind) => {
            const photo = photos.find((known) => known.kind === kind);
            return (
              <Item
                key={kind}
                text={t(`verification.photos.${kind}`)}
                state={photo?.status === 'accepted' ? 'done' : photo?.status === 'rejected' ? 'wrong' : 'missing'}
                reason={photo?.reason ?? null}
              />
            );
          })}
        </ul>
      )}
      {open && (
        <Button component={Link} to="/pages/verification/advanced" fullWidth>
          {t(status === 'none' ? 'verification.addPhotos' : 'verification.retake')}
        </Button>
      )}
    </LevelCard>
  );
}

interface ItemProps {
  text: string;
  state?: 'missing' | 'done' | 'wrong';
  reason?: string | null;
}

const SIGNS = { missing: IconCircle, done: IconCheck, wrong: IconX } as const;

function Item({ text, state = 'missing', reason = null }: ItemProps) {
  const Sign = SIGNS[state];
  return (
    <li className={styles.item} data-done={state === 'done' || undefined} data-wrong={state === 'wrong' || undefined}>
      <Sign size={14} stroke={2} aria-hidden />
      <span>
        {text}
        {reason !== null && <span className={styles.reason}>{reason}</span>}
      </span>
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
