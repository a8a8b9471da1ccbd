import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { CoinIcon } from '../../../ui/coin-icon';
import { EndlessRows } from '../../../ui/endless-rows';
import { OfferFigures, OfferState } from './offer-facts';
import { Search } from './search';
import styles from './subscription.module.css';
import { type OfferRow, offersKey, readOffers } from './subscription.api';

/** New coins: what can be bought, what comes, and what was. */
export function OfferList() {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const pages = usePages(offersKey(useLanguage(), keyword), readOffers(keyword));
  const empty = keyword === '' ? t('subscription.none') : t('subscription.nothing', { words: keyword });
  return (
    <>
      <p className={styles.note}>{t('subscription.risk')}</p>
      <Search onSearch={setKeyword} />
      <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: empty }}>
        {(offer) => <OfferCard offer={offer} />}
      </EndlessRows>
    </>
  );
}

function OfferCard({ offer }: { offer: OfferRow }) {
  return (
    <Link to={`/pages/subscription/detail?id=${offer.id}`} className={styles.row}>
      <span className={styles.head}>
        <CoinIcon code={offer.new_currency_name} />
        <span className={styles.title}>
          {offer.coin_name}
          <span className={styles.under}>{offer.new_currency_name}</span>
        </span>
        <OfferState state={offer.state} />
        <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
      </span>
      <OfferFigures offer={offer} />
      <OfferTime offer={offer} />
    </Link>
  );
}

/** The next instant that matters. */
function OfferTime({ offer }: { offer: OfferRow }) {
  const { t } = useTranslation();
  const instant = useInstant();
  const [word, at] =
    offer.state === 'upcoming'
      ? (['starts', offer.starts_at] as const)
      : offer.state === 'subscribing' || offer.state === 'sold-out'
        ? (['ends', offer.ends_at] as const)
        : offer.launched_at === null
          ? (['launchPlanned', offer.launches_at] as const)
          : (['launched', offer.launched_at] as const);
  return (
    <p className={styles.spread}>
      <span>{t(`subscription.${word}`)}</span>
      <span>{instant(at)}</span>
    </p>
  );
}
