import { useTranslation } from 'react-i18next';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { Tabs } from '../../../ui/tabs';
import type { LiveFigures } from '../futures-account';
import { HistoryList, PendingOrders, Positions } from '../positions';
import styles from './futures-desk.module.css';

const PANEL = 'futures-rows';

export type RowsTab = 'positions' | 'pending' | 'history';

interface Props {
  /** Null while it has not arrived. */
  account: FuturesPositionsView | null;
  products: readonly FuturesProductView[];
  figures: ReadonlyMap<string, LiveFigures>;
  tab: RowsTab;
  onTab: (tab: RowsTab) => void;
  /** The server is not heard: what is shown stands still. */
  isOld: boolean;
  /** Leads to a new order. */
  onOpen: () => void;
}

/** Positions, waiting orders and what has been, behind tabs. */
export function FuturesRows({ account, products, figures, tab, onTab, isOld, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <RowTabs tab={tab} onTab={onTab} counts={account?.positions ?? []} />
      <div id={PANEL} role="tabpanel" aria-label={t(`futures.tabs.${tab}`)} className={styles.rows}>
        {!account ? (
          <ListSkeleton rows={4} />
        ) : tab === 'positions' ? (
          <Positions account={account} products={products} figures={figures} isOld={isOld} onOpen={onOpen} />
        ) : tab === 'pending' ? (
          <PendingOrders account={account} products={products} onOpen={onOpen} />
        ) : (
          <HistoryList onOpen={onOpen} />
        )}
      </div>
    </>
  );
}

/** Leads to what the tabs show. */
export function scrollToRows(): void {
  // Another tab is drawn by then.
  requestAnimationFrame(() => document.getElementById(PANEL)?.scrollIntoView({ block: 'center' }));
}

function RowTabs({
  tab,
  onTab,
  counts,
}: {
  tab: RowsTab;
  onTab: (tab: RowsTab) => void;
  counts: readonly { state: string }[];
}) {
  const { t } = useTranslation();
  const pending = counts.filter(({ state }) => state === 'pending').length;
  const count = { positions: counts.length - pending, pending, history: 0 };
  const tabs = (['positions', 'pending', 'history'] as const).map((key) => ({
    key,
    label: t(`futures.tabs.${key}`) + (count[key] > 0 ? ` ${count[key]}` : ''),
  }));
  return <Tabs label={t('futures.orders')} tabs={tabs} chosen={tab} onChoose={onTab} controls={PANEL} />;
}
