import { useTranslation } from 'react-i18next';
import { OBSTACLE_PAGES, type ObstacleName } from '../../../../server/contract/rules/erasure.rules';
import type { ErasureObstacleView } from '../../../../server/contract/account/erasure.dto';
import { LinkList } from '../../../ui/link-list';
import styles from './erasure.module.css';

const NAMES = {
  money: 'money',
  'sub-accounts': 'subAccounts',
  'spot-orders': 'spotOrders',
  'spot-stops': 'spotStops',
  positions: 'positions',
  options: 'options',
  trust: 'trust',
  subscriptions: 'subscriptions',
  applications: 'applications',
  deals: 'deals',
  adverts: 'adverts',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  adjustments: 'adjustments',
  complaints: 'complaints',
} as const satisfies Record<ObstacleName, string>;

/** What an obstacle is called; the name itself where the page is older than the server. */
export function useObstacleName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const known = Object.entries(NAMES).find(([one]) => one === name)?.[1];
    return known ? t(`erasure.names.${known}`) : name;
  };
}

/** What stands in the way, each with the page on which it is ended. */
export function ObstacleList({ obstacles }: { obstacles: readonly ErasureObstacleView[] }) {
  const { t } = useTranslation();
  const nameOf = useObstacleName();
  const pages = new Map<string, string>(Object.entries(OBSTACLE_PAGES));
  return (
    <section aria-label={t('erasure.obstacles')} className={styles.obstacles}>
      <h2 className={styles.title}>{t('erasure.obstacles')}</h2>
      <LinkList
        links={obstacles.map(({ name, count }) => ({
          to: pages.get(name) ?? '/pages/assets/index',
          label: nameOf(name),
          value: String(count),
        }))}
      />
    </section>
  );
}
