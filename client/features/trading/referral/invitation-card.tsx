import { Button } from '@mantine/core';
import { IconListDetails, IconPhoto, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InvitationView } from '../../../../server/contract/trading/referral.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { CopyButton } from '../../../ui/copy-button';
import { copyText } from '../../../ui/copy-text';
import { ErrorState } from '../../../ui/error-state';
import { LinkList } from '../../../ui/link-list';
import { MoneyText } from '../../../ui/money-text';
import { Bone } from '../../../ui/skeletons';
import { toast } from '../../../ui/toast';
import { invitation, share, useReferralEvents } from './referral.api';
import styles from './referral.module.css';
import { useDayWords } from '../trust';

/** The user's code, how to pass it on, and what it brought. */
export function InvitationCard() {
  const { t } = useTranslation();
  useReferralEvents();
  const { data, error, refetch } = useQuery(invitation);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return (
    <section className={styles.card} aria-label={t('referral.code')}>
      <div className={styles.hero}>
        <h2 className={styles.label}>{t('referral.code')}</h2>
        {data?.is_partner === 1 && <span className={styles.partner}>{t('referral.partner')}</span>}
      </div>
      <div className={styles.codeLine}>
        <span className={styles.code}>{data ? data.extension_code : <Bone width={140} height={30} />}</span>
        {data && <CopyButton text={data.extension_code} label={t('referral.code')} />}
      </div>
      <div className={styles.linkLine}>
        <span className={styles.link}>{data ? data.share_link : <Bone width={220} />}</span>
        {data && <CopyButton text={data.share_link} label={t('referral.link')} />}
      </div>
      <div className={styles.actions}>
        <ShareButton link={data?.share_link} />
        <Button
          component={Link}
          to="/pages/promotion/poster"
          variant="light"
          mih={44}
          px={12}
          leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden />}
        >
          {t('referral.poster')}
        </Button>
      </div>
      <Figures data={data} />
    </section>
  );
}

/** The way to whom was invited, and what came of it. */
export function RecordsLink() {
  const { t } = useTranslation();
  return (
    <div className={styles.links}>
      <LinkList links={[{ to: '/pages/promotion/records', label: t('referral.records'), icon: IconListDetails }]} />
    </div>
  );
}

/** The device's own sheet where there is one; otherwise the link is copied, which is said. */
function ShareButton({ link }: { link: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery(share(useLanguage()));
  const copy = async (words: 'form.copied' | 'referral.shareFailed') => {
    toast(t((await copyText(link ?? '')) ? words : 'form.copyFailed'));
  };
  const pass = async () => {
    if (!data || typeof navigator.share !== 'function') return copy('form.copied');
    try {
      await navigator.share({ title: data.title, text: data.content, url: data.share_link });
    } catch (failure) {
      // Who closes the sheet has changed their mind.
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) await copy('referral.shareFailed');
    }
  };
  return (
    <Button
      mih={44}
      px={12}
      disabled={link === undefined}
      leftSection={<IconShare2 size={18} stroke={1.6} aria-hidden />}
      onClick={() => void pass()}
    >
      {t('referral.share')}
    </Button>
  );
}

function Figures({ data }: { data: InvitationView | undefined }) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{t('referral.rate')}</dt>
          <dd className="numbers">{data ? `${data.return_rate1}%` : <Bone width={48} />}</dd>
        </div>
        <div>
          <dt>{t('referral.invited')}</dt>
          <dd className="numbers">{data ? data.invite_num : <Bone width={24} />}</dd>
        </div>
        <div>
          <dt>{t('referral.income')}</dt>
          <dd>
            {data ? (
              <MoneyText value={data.invite_return_total} decimals={2} secret demo={false} />
            ) : (
              <Bone width={64} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('referral.rank')}</dt>
          <dd>{data ? <Rank place={data.rank} /> : <Bone width={24} />}</dd>
        </div>
      </dl>
      {data && (
        <div className={styles.notes}>
          <p>{t('referral.rateText', { percent: data.return_rate1 })}</p>
          {data.next_rate !== '' && (
            <p>{t('referral.nextRate', { day: dayWords(data.next_rate_day), percent: data.next_rate })}</p>
          )}
          <p>
            {data.rebated_day === ''
              ? t('referral.notRebated')
              : t('referral.rebated', { day: dayWords(data.rebated_day) })}
          </p>
          {data.unpriced.length > 0 && <p>{t('wallet.unpriced', { coins: data.unpriced.join(', ') })}</p>}
        </div>
      )}
    </>
  );
}

function Rank({ place }: { place: number }) {
  const { t } = useTranslation();
  return place > 0 ? <span className="numbers">{place}</span> : t('referral.unranked');
}
