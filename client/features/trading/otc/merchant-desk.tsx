import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type {
  AdvertState,
  OtcAdvertView,
  OtcOwnMerchantView,
} from '../../../../server/contract/trading/otc-market.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { usePages } from '../../../platform/use-pages';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { DetailsList } from '../../../ui/details-list';
import { EndlessRows } from '../../../ui/endless-rows';
import { ErrorState } from '../../../ui/error-state';
import { FilterChips } from '../../../ui/filter-chips';
import { Form } from '../../../ui/form';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { NotVerified } from './not-verified';
import {
  applyAsMerchant,
  KEYS,
  merchant as merchantQuery,
  readOwnAdverts,
  setAdvertState,
  useOtcEvents,
} from './otc.api';
import styles from './otc.module.css';
import { useSpanWords } from './use-otc-words';

const FILTERS = ['', 'online', 'offline', 'closed'] as const;
const ADVERT_TONES = { online: 'good', offline: 'wait', closed: 'off' } as const;

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
  const [filter, setFilter] = useState<AdvertState | ''>('');
  const pages = usePages([...KEYS.adverts, filter], readOwnAdverts(filter));
  return (
    <div className={styles.gap}>
      <section className={styles.card}>
        <h2 className={styles.title}>{me.nickname}</h2>
        <DetailsList
          details={[
            { label: t('otc.ordersEnded'), value: String(me.orders) },
            { label: t('otc.completionRate'), value: me.completion_rate === '' ? '–' : `${me.completion_rate} %` },
            { label: t('otc.releaseTypical'), value: me.release_seconds === null ? '–' : span(me.release_seconds) },
          ]}
        />
        <p className={styles.text}>{t('otc.counted')}</p>
      </section>
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

function OwnAdvert({ advert }: { advert: OtcAdvertView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce();
  const [closing, setClosing] = useState(false);
  const { coin_code: fiat, currency_name: coin, state } = advert;
  const set = async (next: AdvertState) => {
    const send = (_none: undefined, key: string) => setAdvertState(advert.id, next, key);
    const words = await run({ intent: next, content: undefined, send }).catch(() => undefined);
    if (words !== undefined) toast(words);
    setClosing(false);
    await Promise.all([KEYS.mine, KEYS.offered].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.name}>{t(advert.type === 'sell' ? 'otc.sellCoin' : 'otc.buyCoin', { coin })}</span>
        <StatePill tone={ADVERT_TONES[state]} text={t(`otc.advertStates.${state}`)} />
      </div>
      <span className={styles.price}>
        <MoneyText value={advert.price === '' ? null : advert.price} unit={fiat} demo={false} />
      </span>
      <span className={styles.pairs}>
        <span>
          {t('otc.left')} <MoneyText value={advert.surplus_number} unit={coin} demo={false} /> /{' '}
          <MoneyText value={advert.total_number} demo={false} />
        </span>
        <span>
          {t('otc.limits')} <MoneyText value={advert.min_number} demo={false} /> –{' '}
          <MoneyText value={advert.max_number} unit={fiat} demo={false} />
        </span>
      </span>
      {state !== 'closed' && (
        <div className={styles.row}>
          <Button component={Link} to={`/pages/otc/advert?id=${advert.id}`} variant="light" mih={44}>
            {t('otc.change')}
          </Button>
          <Button
            variant="default"
            mih={44}
            loading={busy}
            onClick={() => void set(state === 'online' ? 'offline' : 'online')}
          >
            {t(state === 'online' ? 'otc.hide' : 'otc.show')}
          </Button>
          <Button variant="subtle" color="red" mih={44} onClick={() => setClosing(true)}>
            {t('otc.close')}
          </Button>
        </div>
      )}
      <ConfirmSheet
        opened={closing}
        title={t('otc.closeTitle')}
        text={t('otc.closeText')}
        action={t('otc.close')}
        busy={busy}
        onConfirm={() => void set('closed')}
        onClose={() => setClosing(false)}
      />
    </article>
  );
}
