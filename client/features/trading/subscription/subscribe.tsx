import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import type { DecimalText } from '../../../../server/contract/money';
import { expectedReturn, releaseAt } from '../../../../server/contract/rules/subscription.rules';
import type { SubscriptionOfferView } from '../../../../server/contract/trading/subscription.dto';
import { useLanguage } from '../../../platform/preferences';
import { useOpeningPaused } from '../../../platform/offered-products';
import { AmountInput } from '../../../ui/amount-input';
import { BriefMoney } from '../../../ui/brief-money';
import { CoinIcon } from '../../../ui/coin-icon';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { NoticePanel } from '../../../ui/notice-panel';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { focusFirstError } from '../../account/profile';
import { useWallet } from '../../wallet/balances';
import { Facts } from './facts';
import { Failure } from './failure';
import { OfferFigures } from './offer-facts';
import styles from './subscription.module.css';
import { offer as offerQuery, type Purchase, useSubscriptionEvents } from './subscription.api';
import { SubscriptionReview } from './subscription-review';
import { type SubscriptionDraft, useSubscription } from './use-subscription';

/** Buys a new coin with money of the spot account. */
export function Subscribe({ id }: { id: string }) {
  useSubscriptionEvents();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(offerQuery(id, useLanguage()));
  // Who has begun goes on, though it is sold out meanwhile, perhaps by the own order whose answer was lost.
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && data?.state === 'subscribing') setBegun(true);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} of="offer" />;
  if (!data) return <CardSkeleton rows={7} />;
  if (isBegun) return <Loaded offer={data} />;
  return (
    <NoticePanel
      title={t(`subscription.phase.${data.state}`)}
      text={t(data.state === 'sold-out' ? 'subscription.soldOutText' : 'subscription.notNow')}
      action={{ label: t('subscription.all'), onClick: () => void navigate('/pages/subscription/index') }}
    />
  );
}

function Loaded({ offer }: { offer: SubscriptionOfferView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // What is confirmed is what was asked for, whatever has become of balance and offer since.
  const [sheet, setSheet] = useState<Purchase | 'rules' | null>(null);
  const coin = useWallet().holdings?.find(({ currencyId }) => currencyId === offer.currency_id);
  const available = coin?.pockets.spot.available ?? null;
  const draft = useSubscription({
    offer,
    available,
    onRefused: () => setSheet(null),
    onBought: (words) => {
      toast(words);
      void navigate('/pages/subscription/orders', { replace: true });
    },
  });
  const paused = useOpeningPaused('subscription', 'real');
  const { form, purchase, busy, problem, submit } = draft;
  const asked = sheet === 'rules' ? null : sheet;
  return (
    <>
      <div className={styles.hero}>
        <span className={styles.head}>
          <CoinIcon code={offer.new_currency_name} />
          <h2 className={styles.heroTitle}>
            {offer.coin_name} <span className={styles.under}>{offer.new_currency_name}</span>
          </h2>
        </span>
        <OfferFigures offer={offer} />
      </div>
      <Form
        onSubmit={form.onSubmit(
          () => setSheet(purchase),
          (errors) => focusFirstError(form, errors),
        )}
        submit={t('subscription.next')}
        busy={false}
        blocked={paused}
        problem={sheet === null ? problem : null}
      >
        <Fields offer={offer} available={available} draft={draft} onRead={() => setSheet('rules')} />
      </Form>
      <Sheet title={t('subscription.rules')} opened={sheet === 'rules'} onClose={() => setSheet(null)} tall>
        <div className={styles.section}>
          <p>{offer.rules}</p>
          <p>{t('subscription.how')}</p>
          <p>{t('subscription.risk')}</p>
        </div>
      </Sheet>
      <Sheet title={t('subscription.review')} opened={asked !== null} onClose={() => setSheet(null)}>
        {asked && <SubscriptionReview purchase={asked} busy={busy} problem={problem} onConfirm={() => submit(asked)} />}
      </Sheet>
    </>
  );
}

interface FieldsProps {
  offer: SubscriptionOfferView;
  available: DecimalText | null;
  draft: SubscriptionDraft;
  onRead: () => void;
}

/** The amount, what it would bring and when, and what is agreed to. */
function Fields({ offer, available, draft: { form, coins, minimum, maximum }, onRead }: FieldsProps) {
  const { t } = useTranslation();
  const instant = useInstant();
  const unit = offer.new_currency_name;
  const money = (value: string | null) => <MoneyText value={value} unit={unit} demo={false} />;
  const earned =
    coins === null || offer.yield_ratio === ''
      ? null
      : expectedReturn({ coins, yieldRatio: offer.yield_ratio, coinScale: offer.coin_scale });
  return (
    <>
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        onChange={(typed) => form.setFieldValue('amount', typed)}
        label={t('subscription.pay')}
        unit={offer.currency_name}
        max={withoutClosingZeros(maximum)}
        least={withoutClosingZeros(minimum)}
        help={
          <>
            {t('subscription.spotBalance')}: <BriefMoney value={available} unit={offer.currency_name} demo={false} />
          </>
        }
      />
      <Facts
        live
        facts={[
          { label: t('subscription.youGet'), value: money(coins), total: true },
          ...(offer.yield_source === '' ? [] : [{ label: t('subscription.expected'), value: money(earned) }]),
          { label: t('subscription.launchPlanned'), value: instant(offer.launches_at) },
          { label: t('subscription.freePlanned'), value: instant(releaseAt(offer.launches_at, offer.day)) },
        ]}
      />
      <p className={styles.note} data-flush>
        {t('subscription.risk')}
      </p>
      <ConsentBox
        label={t('subscription.agree')}
        checked={form.values.agreed}
        onChange={(ticked) => form.setFieldValue('agreed', ticked)}
        error={form.errors.agreed}
        read={{ label: t('subscription.read'), onClick: onRead }}
        path="agreed"
      />
    </>
  );
}
