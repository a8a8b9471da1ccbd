import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinsView, DepositKeyView, NetworkView } from '../../../server/contract/operations';
import { chainName } from '../../ui/chain-name';
import { StatePill } from '../../ui/state-pill';
import { useCan } from '../frame/desk-session';
import { CodeText } from '../parts/code-text';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { Banks } from './banks';
import { KeyForm } from './key-form';
import { PoolForm } from './pool-form';

/** Where users' deposits go: keys that addresses are derived from, the bank account, and pools of addresses. */
export function AddressesPage() {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings');
  const [adding, setAdding] = useState(false);
  const query = useDeskQuery<CoinsView>('coins');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.addresses')} />
      <Panel
        title={t('key.title')}
        actions={
          mayPropose &&
          !adding && (
            <Button size="sm" variant="default" onClick={() => setAdding(true)}>
              {t('key.propose')}
            </Button>
          )
        }
      >
        <p className="desk-note">{t('key.text')}</p>
        {adding && <KeyForm onDone={() => setAdding(false)} />}
        <Loaded query={query}>{({ keys }) => <Keys keys={keys} />}</Loaded>
      </Panel>
      <Loaded query={query}>{({ banks }) => <Banks banks={banks} />}</Loaded>
      <Panel title={t('key.pools')}>
        <Loaded query={query}>
          {({ coins }) => (
            <ul className="desk-cards">
              {coins.flatMap(({ code, networks }) =>
                networks.filter(isOfChain).map((network) => (
                  <li key={network.id}>
                    <Pool code={code} network={network} mayPropose={mayPropose} />
                  </li>
                )),
              )}
            </ul>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

/** A bank has accounts, which stand above, and no pool of addresses. */
function isOfChain({ chain }: NetworkView): boolean {
  return chainName(chain) !== '';
}

function Keys({ keys }: { keys: readonly DepositKeyView[] }) {
  const { t } = useTranslation('desk');
  if (keys.length === 0) return <p className="desk-empty">{t('common.none')}</p>;
  return (
    <ul className="desk-cards">
      {keys.map(({ id, chain, form, extendedKey, active, used, addedAt }) => (
        <li key={id} className="desk-card">
          <div className="desk-panel-head">
            <h3>
              {chainName(chain) || chain} · {form}
            </h3>
            <StatePill tone={active ? 'good' : 'off'} text={t(active ? 'key.active' : 'key.former')} />
          </div>
          <CodeText text={extendedKey} label={t('key.key')} />
          <p className="desk-dim">
            {t('key.used', { count: used })} · {t('key.added')}: <When at={addedAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

interface PoolProps {
  code: string;
  network: NetworkView;
  mayPropose: boolean;
}

function Pool({ code, network, mayPropose }: PoolProps) {
  const { t } = useTranslation('desk');
  const [adding, setAdding] = useState(false);
  const name = network.network === code ? code : `${code} · ${network.network}`;
  return (
    <article className="desk-card" aria-label={name}>
      <div className="desk-panel-head">
        <h3>{name}</h3>
        <span className="numbers">
          {t('coin.pool')}: {t('coin.poolOf', { free: network.poolFree, total: network.poolTotal })}
        </span>
      </div>
      {adding && <PoolForm network={network} onDone={() => setAdding(false)} />}
      {mayPropose && !adding && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setAdding(true)}>
            {t('coin.proposePool')}
            <span className="desk-hidden">: {name}</span>
          </Button>
        </div>
      )}
    </article>
  );
}
