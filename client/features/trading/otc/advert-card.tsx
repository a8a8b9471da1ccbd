import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OtcAdvertView } from '../../../../server/contract/trading/otc-market.dto';
import { CoinIcon } from '../../../ui/coin-icon';
import { MoneyText } from '../../../ui/money-text';
import styles from './otc.module.css';
import { useSpanWords, waysOf } from './use-otc-words';

/** What one merchant offers, and what orders show of this merchant. */
export function AdvertCard({ advert }: { advert: OtcAdvertView }) {
  const { t } = useTranslation();
  const { coin_code: fiat, currency_name: coin } = advert;
  const does = advert.type === 'sell' ? 'buy' : 'sell';
  return (
    <article className={styles.card} aria-label={advert.seller_name}>
      <div className={styles.head}>
        <CoinIcon code={coin} size={24} />
        <span className={styles.name}>{advert.seller_name}</span>
      </div>
      <MerchantRecord advert={advert} />
      <div className={styles.price}>
        {advert.price === '' ? t('otc.noPrice') : <MoneyText value={advert.price} unit={fiat} demo={false} />}
      </div>
      <div className={styles.pairs}>
        <span>
          {t('otc.left')} <MoneyText value={advert.surplus_number} unit={coin} demo={false} />
        </span>
        <span>
          {t('otc.limits')} <MoneyText value={advert.min_number} demo={false} /> –{' '}
          <MoneyText value={advert.max_number} unit={fiat} demo={false} />
        </span>
      </div>
      <div className={styles.foot}>
        <span className={styles.small}>
          {waysOf(advert.way)
            .map((way) => t(`otc.ways.${way}`))
            .join(' · ')}
          {' · '}
          {t('otc.minutes', { count: advert.window })}
        </span>
        <Button component={Link} to={`/pages/otc/take?id=${advert.id}`} mih={44} disabled={advert.price === ''}>
          {t(`otc.${does}Coin`, { coin })}
        </Button>
      </div>
    </article>
  );
}

/** Counted from orders: nobody types it in. */
export function MerchantRecord({ advert }: { advert: Pick<OtcAdvertView, 'merchant'> }) {
  const { t } = useTranslation();
  const span = useSpanWords();
  const { orders, completion_rate: rate, release_seconds: seconds } = advert.merchant;
  return (
    <p className={styles.record}>
      <span>{t('otc.orders30', { count: orders })}</span>
      {rate !== '' && <span>{t('otc.completion', { rate })}</span>}
      {seconds !== null && <span>{t('otc.releaseTime', { time: span(seconds) })}</span>}
    </p>
  );
}
