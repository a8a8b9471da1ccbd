import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtcCoinPage, OtcCoinRow } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { FilterRow, FilterText } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { OtcCoinForm } from './otc-coin-form';

/** Which coins users trade with each other, and within which limits. */
export function OtcCoinsPage() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<OtcCoinPage>('otc-coins', { ...filters.query('search'), limit: '20' });
  return (
    <div className="desk-page">
      <PageHead title={t('nav.otcCoins')} />
      <p className="desk-note">{t('otc.coinsText')}</p>
      <FilterRow filters={filters}>
        <FilterText filters={filters} name="search" label={t('common.coin')} />
      </FilterRow>
      <PagedList query={query} filters={filters} keyOf={({ currencyId }) => currencyId}>
        {(coin) => <Coin coin={coin} />}
      </PagedList>
    </div>
  );
}

function Coin({ coin }: { coin: OtcCoinRow }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayPropose = useCan('settings', 'treasurer');
  const [opened, setOpened] = useState(false);
  const coins = (quantity: string | null) =>
    quantity === null ? '–' : `${formatDecimal(quantity, language)} ${coin.coin}`;
  return (
    <article aria-label={coin.coin}>
      <div className="desk-head">
        <h3>{coin.coin}</h3>
      </div>
      <Facts
        facts={[
          {
            label: t('otc.offered'),
            value: coin.leastQuantity === null ? t('otc.neverOffered') : t(coin.enabled ? 'common.yes' : 'common.no'),
          },
          { label: t('otc.leastQuantity'), value: coins(coin.leastQuantity) },
          { label: t('otc.secondPersonAbove'), value: coins(coin.secondPersonAbove) },
          {
            label: t('otc.oneCoin'),
            value: coin.price === null ? t('otc.noPrice') : `${formatDecimal(coin.price, language)} USDT`,
          },
          { label: t('otc.adverts'), value: String(coin.adverts) },
          { label: t('otc.sort'), value: String(coin.sort) },
        ]}
      />
      {coin.proposalId !== null && <p className="desk-note">{t('otc.proposed')}</p>}
      {mayPropose && coin.proposalId === null && !opened && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setOpened(true)}>
            {t('otc.change')}
          </Button>
        </div>
      )}
      {opened && <OtcCoinForm coin={coin} onClose={() => setOpened(false)} />}
    </article>
  );
}
