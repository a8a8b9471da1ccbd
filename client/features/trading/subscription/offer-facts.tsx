import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstant } from '../../../platform/instant-words';
import type { OfferPhase } from '../../../../server/contract/rules/subscription.rules';
import type { SubscriptionOfferView } from '../../../../server/contract/trading/subscription.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import styles from './subscription.module.css';

type Offer = Omit<SubscriptionOfferView, 'id'>;

const TONES: Record<OfferPhase, 'wait' | 'good' | 'bad' | 'off'> = {
  upcoming: 'wait',
  subscribing: 'good',
  'sold-out': 'off',
  'awaiting-launch': 'wait',
  redeeming: 'wait',
  finished: 'off',
  cancelled: 'bad',
};

export function OfferState({ state }: { state: OfferPhase }) {
  const { t } = useTranslation();
  return <StatePill tone={TONES[state]} text={t(`subscription.phase.${state}`)} />;
}

/** Price and return, which an offer is looked at for, and how much of it is sold. */
export function OfferFigures({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rate = useRate(offer.interest_rate);
  const percent = `${formatDecimal(withoutClosingZeros(offer.sold_percent), language)}%`;
  const words = t('subscription.sold', { percent });
  return (
    <>
      <div className={styles.figures}>
        <span className={styles.figure}>
          <span className={styles.figureValue}>
            <MoneyText value={offer.change_rate} unit={offer.currency_name} demo={false} />
          </span>
          <span className={styles.small}>{t('subscription.price')}</span>
        </span>
        {offer.yield_source !== '' && (
          <span className={styles.figure}>
            <span className={styles.figureValue}>{rate}</span>
            <span className={styles.small}>{t('subscription.returnOver', { count: offer.day })}</span>
          </span>
        )}
      </div>
      <div className={styles.progress}>
        <div
          className={styles.track}
          role="progressbar"
          aria-label={words}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Number.parseFloat(offer.sold_percent)}
        >
          <span className={styles.done} style={{ width: `${offer.sold_percent}%` }} />
        </div>
        <p className={styles.spread}>
          <span className="numbers">{words}</span>
          <span>
            {t('subscription.left')} <MoneyText value={offer.last_num} unit={offer.new_currency_name} demo={false} />
          </span>
        </p>
      </div>
    </>
  );
}

/** A rate for the eye, with all its digits. */
export function useRate(percent: string): string {
  return `${formatDecimal(withoutClosingZeros(percent), useLanguage())}%`;
}

/** What is said of every offer, one fact a line. */
export function useOfferFacts(offer: Offer): { label: string; value: ReactNode }[] {
  const { t } = useTranslation();
  const instant = useInstant();
  const coins = (value: string) => <MoneyText value={value} unit={offer.new_currency_name} demo={false} />;
  const source = offer.yield_source;
  return [
    { label: t('subscription.issuer'), value: offer.issuer },
    { label: t('subscription.total'), value: coins(offer.num) },
    { label: t('subscription.minimum'), value: coins(offer.buy_num) },
    { label: t('subscription.maximum'), value: coins(offer.buy_max) },
    { label: t('subscription.starts'), value: instant(offer.starts_at) },
    { label: t('subscription.ends'), value: instant(offer.ends_at) },
    offer.launched_at === null
      ? { label: t('subscription.launchPlanned'), value: instant(offer.launches_at) }
      : { label: t('subscription.launched'), value: instant(offer.launched_at) },
    {
      label: t('subscription.lock'),
      value: offer.day === 0 ? t('subscription.noLock') : t('subscription.days', { count: offer.day }),
    },
    {
      label: t('subscription.source'),
      value: source === '' ? t('subscription.noReturn') : t(`subscription.sources.${source}`),
    },
  ];
}
