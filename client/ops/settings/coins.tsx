import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinsView, CoinView, NetworkView } from '../../../server/contract/operations';
import { MoneyText } from '../../ui/money-text';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { LimitForm } from './limit-form';
import { NetworkForm } from './network-form';

/** Coins with their networks: what is on, the minimums, the fees, and above which amount two people decide. */
export function CoinsPage() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<CoinsView>('coins');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.coins')} />
      <Loaded query={query} rows={8}>
        {({ coins }) => coins.map((coin) => <Coin key={coin.id} coin={coin} />)}
      </Loaded>
    </div>
  );
}

function Coin({ coin }: { coin: CoinView }) {
  const { t } = useTranslation('desk');
  const accounts = coin.accounts.map((account) => t(`user.${account}`)).join(', ');
  return (
    <Panel title={`${coin.code} · ${coin.name}`}>
      <p className="desk-dim">
        {t('coin.scale', { count: coin.scale })} · {t('coin.accounts')}: {accounts}
      </p>
      <ul className="desk-cards">
        {coin.networks.map((network) => (
          <li key={network.id}>
            <Network coin={coin} network={network} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Network({ coin: { code }, network }: { coin: CoinView; network: NetworkView }) {
  const { t } = useTranslation('desk');
  const mayChange = useCan('settings');
  const [form, setForm] = useState<'change' | 'limit' | null>(null);
  const onOff = (on: boolean) => t(on ? 'coin.on' : 'coin.off');
  const close = () => setForm(null);
  return (
    <article className="desk-card" aria-label={`${code} ${network.network}`}>
      <h3>{network.network === code ? code : `${code} · ${network.network}`}</h3>
      <Facts
        facts={[
          { label: t('coin.deposits'), value: onOff(network.depositsOn) },
          { label: t('coin.withdrawals'), value: onOff(network.withdrawalsOn) },
          { label: t('coin.depositMinimum'), value: <MoneyText value={network.depositMinimum} unit={code} /> },
          { label: t('coin.withdrawalMinimum'), value: <MoneyText value={network.withdrawalMinimum} unit={code} /> },
          { label: t('coin.fee'), value: <MoneyText value={network.withdrawalFee} unit={code} /> },
          { label: t('coin.feePercent'), value: <MoneyText value={network.withdrawalFeePercent} unit="%" /> },
          { label: t('coin.confirmations'), value: <span className="numbers">{network.confirmations}</span> },
          {
            label: t('coin.limit'),
            value:
              network.secondPersonAbove === null ? (
                t('coin.noLimit')
              ) : (
                <MoneyText value={network.secondPersonAbove} unit={code} />
              ),
          },
        ]}
      />
      {mayChange && form === null && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setForm('change')}>
            {t('coin.change')}
          </Button>
          <Button size="sm" variant="default" onClick={() => setForm('limit')}>
            {t('coin.proposeLimit')}
          </Button>
        </div>
      )}
      {form === 'change' && <NetworkForm network={network} unit={code} onDone={close} />}
      {form === 'limit' && <LimitForm network={network} unit={code} onDone={close} />}
    </article>
  );
}
