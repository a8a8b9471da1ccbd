import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketSettingView } from '../../../server/contract/operations';
import { StatePill } from '../../ui/state-pill';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SaveList } from '../parts/save-list';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

/** Markets, and whether they are halted. There is nothing to set about a price. */
export function MarketsPage() {
  const { t } = useTranslation('desk');
  const [search, setSearch] = useState('');
  const query = useDeskQuery<MarketSettingView[]>('markets', {}, { poll: true });
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ symbol, name }: MarketSettingView) => `${symbol} ${name}`.toLowerCase().includes(wanted);
  return (
    <div className="desk-page">
      <PageHead title={t('market.title')} />
      <div className="desk-filters" role="search">
        <TextField
          className="desk-field"
          type="search"
          label={t('market.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          autoComplete="off"
        />
      </div>
      <SaveList path="markets" query={{}} />
      <Loaded query={query} rows={10}>
        {(markets) => (
          <ul className="desk-cards">
            {/* What is halted stands first. */}
            {markets
              .filter(isWanted)
              .sort((left, right) => Number(right.haltedReason !== null) - Number(left.haltedReason !== null))
              .map((market) => (
                <li key={market.id}>
                  <Market market={market} />
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

const CATEGORIES = ['crypto', 'commodity', 'stock'] as const;

/** What kind of thing is traded; one that is not known yet is shown as the server says it. */
function useCategoryWord(): (category: string) => string {
  const { t } = useTranslation('desk');
  return (category) => {
    const known = CATEGORIES.find((word) => word === category);
    return known === undefined ? category : t(`category.${known}`);
  };
}

function Market({ market: { id, symbol, name, category, haltedReason } }: { market: MarketSettingView }) {
  const { t } = useTranslation('desk');
  const mayChange = useCan('settings');
  const [asking, setAsking] = useState(false);
  const isHalted = haltedReason !== null;
  const kind = useCategoryWord()(category);
  const act = isHalted ? 'resume' : 'halt';
  const send = async (reason: string) => {
    await deskPost(`markets/${id}/${act}`, { reason });
    toast(`${symbol}: ${t(isHalted ? 'market.resumed' : 'market.halted')}`);
    setAsking(false);
    refreshDesk('markets');
  };
  return (
    <article className="desk-card" aria-label={symbol}>
      <div className="desk-panel-head">
        <h2 className="desk-market">
          {symbol} <span className="desk-dim">{name === symbol ? kind : `${name} · ${kind}`}</span>
        </h2>
        <StatePill tone={isHalted ? 'bad' : 'good'} text={t(isHalted ? 'status.halted' : 'status.trading')} />
      </div>
      {isHalted && <p className="desk-quote">{haltedReason}</p>}
      {mayChange && !asking && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setAsking(true)}>
            {t(`market.${act}`)}
            <span className="desk-hidden">: {symbol}</span>
          </Button>
        </div>
      )}
      {asking && (
        <ReasonForm
          danger={!isHalted}
          action={`${t(`market.${act}`)}: ${symbol}`}
          label={t('market.publicReason')}
          help={t(`market.${act}Text`, { symbol })}
          send={send}
          onCancel={() => setAsking(false)}
        />
      )}
    </article>
  );
}
