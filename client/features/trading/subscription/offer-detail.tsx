import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import type { SubscriptionOfferView } from '../../../../server/contract/trading/subscription.dto';
import { useLanguage } from '../../../platform/preferences';
import { CoinIcon } from '../../../ui/coin-icon';
import { DetailsList } from '../../../ui/details-list';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { Failure } from './failure';
import { OfferFigures, OfferState, useOfferFacts } from './offer-facts';
import styles from './subscription.module.css';
import { offer as offerQuery, useSubscriptionEvents } from './subscription.api';

/** Everything that is said of a new coin before anybody buys it. */
export function OfferDetail({ id }: { id: string }) {
  useSubscriptionEvents();
  const { data, error, refetch } = useQuery(offerQuery(id, useLanguage()));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} of="offer" />;
  if (!data) return <CardSkeleton rows={9} />;
  return <Loaded offer={data} />;
}

function Loaded({ offer }: { offer: SubscriptionOfferView }) {
  const { t } = useTranslation();
  const instant = useInstant();
  return (
    <>
      <div className={styles.hero}>
        <span className={styles.head}>
          <CoinIcon code={offer.new_currency_name} size={40} />
          <h2 className={styles.heroTitle}>
            {offer.coin_name} <span className={styles.under}>{offer.new_currency_name}</span>
          </h2>
          <OfferState state={offer.state} />
        </span>
        <OfferFigures offer={offer} />
      </div>
      <p className={styles.note}>{t('subscription.risk')}</p>
      <DetailsList details={useOfferFacts(offer)} />
      <section className={styles.section}>
        <h2>{t('subscription.about')}</h2>
        <p>{offer.introduction}</p>
        <h2>{t('subscription.rules')}</h2>
        <p>{offer.rules}</p>
        <p>{t('subscription.how')}</p>
        <p>{t('subscription.giveBack', { day: instant(offer.deadline_at) })}</p>
        <p>{t('subscription.conflict', { issuer: offer.issuer })}</p>
      </section>
      <Bar offer={offer} />
    </>
  );
}

/** The one thing to do with the offer now. */
function Bar({ offer }: { offer: SubscriptionOfferView }) {
  const { t } = useTranslation();
  const isOnMarket = offer.market !== '' && (offer.state === 'redeeming' || offer.state === 'finished');
  return (
    <div className={styles.bar}>
      {offer.state === 'subscribing' ? (
        <Button component={Link} to={`/pages/subscription/order?id=${offer.id}`} fullWidth size="lg">
          {t('subscription.buy')}
        </Button>
      ) : isOnMarket ? (
        <Button
          component={Link}
          to={`/pages/trade/index?symbol=${encodeURIComponent(offer.market)}`}
          fullWidth
          size="lg"
          variant="light"
        >
          {t('subscription.trade', { market: offer.market })}
        </Button>
      ) : (
        <Button fullWidth size="lg" disabled>
          {t(`subscription.phase.${offer.state}`)}
        </Button>
      )}
    </div>
  );
}
