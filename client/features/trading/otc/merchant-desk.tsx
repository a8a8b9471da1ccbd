import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { AdvertState, OtcOwnMerchantView } from '../../../../server/contract/trading/otc-market.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { useWireTime } from '../../account/profile';
import { usePages } from '../../../platform/use-pages';
import { DetailsList } from '../../../ui/details-list';
import { EndlessRows } from '../../../ui/endless-rows';
import { ErrorState } from '../../../ui/error-state';
import { FilterChips } from '../../../ui/filter-chips';
import { Form } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { NotVerified } from './not-verified';
import { applyAsMerchant, KEYS, merchant as merchantQuery, readOwnAdverts, useOtcEvents } from './otc.api';
import styles from './otc.module.css';
import { OwnAdvert } from './own-advert';
import { SafetyNote } from './safety-note';
import { useSpanWords } from './use-otc-words';

const FILTERS = ['', 'online', 'offline', 'closed'] as const;

/** Applies to be a merchant, and looks after the adverts of one. */
export function MerchantDesk() {
  const { t } = useTranslation();
  useOtcEvents();
  const { data, error, refetch } = useQuery(merchantQuery);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  if (data.name === '') return <NotVerified />;
  if (data.state === 'admitted') return <OwnAdverts me={data} />;
  return (
    <div className={styles.gap}>
      <section className={styles.card}>
        <h2 className={styles.title}>{t(`otc.merchantStates.${data.state}`)}</h2>
        <p className={styles.text}>{t(`otc.merchantText.${data.state}`)}</p>
        {data.reason !== '' && <p className={styles.text}>{t('otc.because', { reason: data.reason })}</p>}
      </section>
      {(data.state === 'none' || data.state === 'refused') && <Apply nickname={data.nickname} />}
    </div>
  );
}

function Apply({ nickname }: { nickname: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<string>();
  const [name, setName] = useState(nickname);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = async () => {
    setProblem(null);
    try {
      const words = await run({ intent: name, content: name.trim(), send: applyAsMerchant });
      if (words !== undefined) toast(words);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.mine });
    }
  };
  return (
    <Form
      submit={t('otc.apply')}
      busy={busy}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <TextField
        label={t('otc.nickname')}
        help={t('otc.nicknameHelp')}
        maxLength={24}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Form>
  );
}

function OwnAdverts({ me }: { me: OtcOwnMerchantView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const span = useSpanWords();
  const wireTime = useWireTime();
  const [filter, setFilter] = useState<AdvertState | ''>('');
  const pages = usePages([...KEYS.adverts, filter], readOwnAdverts(filter));
  return (
    <div className={styles.gap}>
      <section className={styles.card}>
        <h2 className={styles.title}>{me.nickname}</h2>
        <DetailsList
          details={[
            { label: t('otc.ordersEnded'), value: String(me.orders) },
            { label: t('otc.completionRate'), value: me.completion_rate === '' ? '–' : `${me.completion_rate}%` },
            { label: t('otc.releaseTypical'), value: me.release_seconds === null ? '–' : span(me.release_seconds) },
          ]}
        />
        <p className={styles.text}>{t('otc.counted')}</p>
      </section>
      {me.paused_until !== null && <SafetyNote text={t('otc.pausedNote', { time: wireTime(me.paused_until) })} />}
      <Button component={Link} to="/pages/otc/advert" size="lg">
        {t('otc.newAdvert')}
      </Button>
      <FilterChips
        label={t('otc.status')}
        name="otc-adverts"
        choices={FILTERS.map((key) => ({ key, label: key === '' ? t('otc.all') : t(`otc.advertStates.${key}`) }))}
        chosen={filter}
        onChoose={setFilter}
      />
      <EndlessRows
        pages={pages}
        shown={pages.rows ?? []}
        empty={{
          text: t('otc.noOwnAdverts'),
          action: { label: t('otc.newAdvert'), onClick: () => void navigate('/pages/otc/advert') },
        }}
      >
        {(advert) => <OwnAdvert advert={advert} />}
      </EndlessRows>
    </div>
  );
}
