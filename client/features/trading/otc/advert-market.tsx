import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OTC_FIAT_CODES, OTC_WAYS } from '../../../../server/contract/rules/otc-market.rules';
import { useLanguage } from '../../../platform/preferences';
import { usePages } from '../../../platform/use-pages';
import { AmountInput } from '../../../ui/amount-input';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { Tabs } from '../../../ui/tabs';
import { TextField } from '../../../ui/text-field';
import { readTypedAmount } from '../../../ui/typed-amount';
import { AdvertCard } from './advert-card';
import { type AdvertFilter, KEYS, offer, readAdverts, useOtcEvents } from './otc.api';
import styles from './otc.module.css';
import { SafetyNote } from './safety-note';
import { SelectField } from '../../../ui/select-field';

const SIDES = ['sell', 'buy'] as const;

/** Adverts that can be taken, narrowed down as somebody likes. */
export function AdvertMarket() {
  const { t } = useTranslation();
  useOtcEvents();
  const [filter, setFilter] = useState<AdvertFilter>({
    type: 'sell',
    currency_id: '3',
    coin_code: '',
    way: '',
    amount: '',
    keyword: '',
  });
  const change = (part: Partial<AdvertFilter>) => setFilter((now) => ({ ...now, ...part }));
  const pages = usePages([...KEYS.offered, 'adverts', filter], readAdverts(filter));
  return (
    <>
      <Tabs
        label={t('otc.side')}
        controls="otc-adverts"
        tabs={SIDES.map((key) => ({ key, label: t(key === 'sell' ? 'otc.buy' : 'otc.sell') }))}
        chosen={filter.type}
        onChoose={(type) => change({ type })}
      />
      <Narrow filter={filter} onChange={change} />
      <div id="otc-adverts" className={styles.gap}>
        <SafetyNote text={t('otc.safety.market')} />
        <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: t('otc.noAdverts') }}>
          {(advert) => <AdvertCard advert={advert} />}
        </EndlessRows>
      </div>
    </>
  );
}

interface NarrowProps {
  filter: AdvertFilter;
  onChange: (part: Partial<AdvertFilter>) => void;
}

/** Which adverts: of a coin, paid in a currency and in a way, for an amount, of a merchant. */
function Narrow({ filter, onChange: change }: NarrowProps) {
  const { t } = useTranslation();
  const { data } = useQuery(offer);
  const coins = data?.coins ?? [];
  return (
    <div className={styles.bar}>
      {coins.length > 0 && (
        <FilterChips
          label={t('otc.coin')}
          name="otc-coin"
          choices={coins.map(({ currency_id, currency_name }) => ({
            key: String(currency_id),
            label: currency_name,
          }))}
          chosen={filter.currency_id}
          onChoose={(currency_id) => change({ currency_id })}
        />
      )}
      <div className={styles.row}>
        <div className={styles.grow}>
          <SelectField
            label={t('otc.fiat')}
            value={filter.coin_code}
            onChange={(coin_code) => change({ coin_code })}
            choices={[{ key: '', label: t('otc.all') }, ...OTC_FIAT_CODES.map((key) => ({ key, label: key }))]}
          />
        </div>
        <div className={styles.grow}>
          <SelectField
            label={t('otc.way')}
            value={filter.way}
            onChange={(way) => change({ way })}
            choices={[
              { key: '', label: t('otc.all') },
              ...OTC_WAYS.map((key) => ({ key, label: t(`otc.ways.${key}`) })),
            ]}
          />
        </div>
      </div>
      <Sought filter={filter} onChange={change} />
    </div>
  );
}

function Sought({ filter, onChange: change }: NarrowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  return (
    <div className={styles.row}>
      <div className={styles.grow}>
        <AmountInput
          label={t('otc.amount')}
          value={typed}
          unit={filter.coin_code}
          onChange={(text) => {
            setTyped(text);
            change({ amount: readTypedAmount(text, language) ?? '' });
          }}
        />
      </div>
      <div className={styles.grow}>
        <TextField
          label={t('otc.merchant')}
          type="search"
          maxLength={40}
          value={filter.keyword}
          onChange={({ currentTarget }) => change({ keyword: currentTarget.value })}
        />
      </div>
    </div>
  );
}
