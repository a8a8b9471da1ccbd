import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OtcAdvertView } from '../../../../server/contract/trading/otc-market.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import { toast } from '../../../ui/toast';
import { KEYS, setAdvertState } from './otc.api';
import styles from './otc.module.css';
import { useOtcPaused } from './use-otc-paused';

const ADVERT_TONES = { online: 'good', offline: 'wait', closed: 'off' } as const;

/** What each command about its state sets. */
const stateOf = (id: string) => `advert ${id}`;

/** One of the user's own adverts, with what can be done about it. */
export function OwnAdvert({ advert }: { advert: OtcAdvertView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce();
  const [asked, setAsked] = useState<'show' | 'close' | null>(null);
  const done = () => setAsked(null);
  const { coin_code: fiat, currency_name: coin, state } = advert;
  const set = async (next: 'offline' | 'closed') => {
    const send = (_none: undefined, key: string) => setAdvertState(advert.id, { state: next, pin: '' }, key);
    const words = await run({ intent: next, content: undefined, sets: stateOf(advert.id), send }).catch(
      () => undefined,
    );
    if (words !== undefined) toast(words);
    done();
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
            onClick={() => (state === 'online' ? void set('offline') : setAsked('show'))}
          >
            {t(state === 'online' ? 'otc.hide' : 'otc.show')}
          </Button>
          <Button variant="subtle" color="red" mih={44} onClick={() => setAsked('close')}>
            {t('otc.close')}
          </Button>
        </div>
      )}
      <Sheet title={t('otc.show')} opened={asked === 'show'} onClose={done}>
        <Show advert={advert} onDone={done} />
      </Sheet>
      <ConfirmSheet
        opened={asked === 'close'}
        title={t('otc.closeTitle')}
        text={t('otc.closeText')}
        action={t('otc.close')}
        busy={busy}
        onConfirm={() => void set('closed')}
        onClose={done}
      />
    </article>
  );
}

/** Shows an advert again, at the price that it says: by the fund password. */
function Show({ advert: { id, type }, onDone }: { advert: OtcAdvertView; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<string>();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const paused = useOtcPaused(type === 'buy');
  const show = async () => {
    if (!/^\d{6}$/.test(pin)) return setProblem(t('otc.enterPin'));
    setProblem(null);
    try {
      const send = (content: string, key: string) => setAdvertState(id, { state: 'online', pin: content }, key);
      const words = await run({ intent: 'online', content: pin, sets: stateOf(id), send });
      if (words === undefined) return;
      toast(words);
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await Promise.all([KEYS.mine, KEYS.offered].map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  return (
    <Form
      submit={t('otc.show')}
      busy={busy}
      blocked={paused}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault();
        void show();
      }}
    >
      <p className={styles.text}>{t('otc.showText')}</p>
      <FundPasswordField value={pin} onChange={setPin} />
    </Form>
  );
}
