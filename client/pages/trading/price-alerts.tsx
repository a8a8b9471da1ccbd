import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ALERTS_MAX } from '../../../server/contract/rules/price-alert.rules';
import { type Market, useMarkets } from '../../features/markets/market-list';
import {
  AlertForm,
  type AlertList,
  ALERTS_KEY,
  AlertsOf,
  draftOf,
  type ListedAlert,
  newDraft,
} from '../../features/trading/price-alerts';
import { ExportLink } from '../../features/wallet/exports';
import { useLanguage } from '../../platform/preferences';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { Sheet } from '../../ui/sheet';
import { Tabs } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import styles from './price-alerts.module.css';

const LISTS = ['waiting', 'done'] as const;
const FIRST_SYMBOL = 'BTC/USDT';

/** What is in the sheet: a new alert, one that is changed, or nothing. */
type Editing = ListedAlert | 'new' | null;

/** The user's price alerts. A market's page leads here with its symbol, and the form opens with its price. */
export default function PriceAlertsPage() {
  const { t } = useTranslation();
  const [parameters, choose] = useAddressChoice();
  const { markets, arriving } = useMarkets();
  const asked = parameters.get('symbol') ?? FIRST_SYMBOL;
  // Another market never stands in for one that is still on its way.
  const market = markets.find(({ symbol }) => symbol === asked) ?? (arriving ? undefined : markets[0]);
  const [editing, setEditing] = useState<Editing>(parameters.get('symbol') === null ? null : 'new');
  const state = LISTS.find((one) => one === parameters.get('list')) ?? 'waiting';
  return (
    <>
      <PageHeader title={t('pages.alerts')} back followed actions={<ExportLink list="price-alerts.own" />} />
      <Column>
        <div className={styles.top}>
          <Button fullWidth size="lg" onClick={() => setEditing('new')}>
            {t('alerts.add')}
          </Button>
          <p className={styles.small}>
            {t('alerts.most', { count: ALERTS_MAX })} {t('alerts.quiet')}{' '}
            <Link to="/pages/settings/notifications/index">{t('alerts.how')}</Link>
          </p>
        </div>
        <Tabs
          label={t('alerts.lists')}
          tabs={LISTS.map((key) => ({ key, label: t(`alerts.${key}`) }))}
          chosen={state}
          onChoose={(next: AlertList) => choose({ list: next === 'waiting' ? '' : next })}
          controls="price-alerts"
        />
        <div id="price-alerts" role="tabpanel" aria-label={t(`alerts.${state}`)}>
          <AlertsOf state={state} onEdit={setEditing} />
        </div>
      </Column>
      <Editor editing={editing} markets={markets} market={market} onClose={() => setEditing(null)} />
    </>
  );
}

interface EditorProps {
  editing: Editing;
  markets: readonly Market[];
  /** Of a new one; undefined while it is not known. */
  market: Market | undefined;
  onClose: () => void;
}

function Editor({ editing, markets, market, onClose }: EditorProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const known = typeof editing === 'object' ? editing : null;
  const start = known ? draftOf(known, language) : market && newDraft(market, language);
  const saved = () => {
    toast(t('alerts.saved'));
    onClose();
    void queries.invalidateQueries({ queryKey: ALERTS_KEY });
  };
  return (
    <Sheet
      title={t(known ? 'alerts.edit' : 'alerts.add')}
      opened={editing !== null && start !== undefined}
      onClose={onClose}
    >
      {editing !== null && start && (
        <AlertForm
          key={known?.id ?? 'new'}
          markets={markets}
          id={known?.id ?? null}
          start={start}
          submit={t(known === null ? 'alerts.create' : known.state === 'done' ? 'alerts.again' : 'alerts.save')}
          onSaved={saved}
        />
      )}
    </Sheet>
  );
}
