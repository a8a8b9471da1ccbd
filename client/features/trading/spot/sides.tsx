import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/segments';
import styles from './trade-panel.module.css';
import type { TicketActs } from './use-ticket';

const CLASSES = { root: styles.sides, label: styles.side };

/** Buy or sell. */
export function Sides({ acts: { ticket, change } }: { acts: TicketActs }) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t('spot.side')}
      name="spot-side"
      choices={(['buy', 'sell'] as const).map((key) => ({ key, label: t(`trade.${key}`) }))}
      chosen={ticket.side}
      onChoose={(side) => change({ side })}
      classNames={CLASSES}
    />
  );
}
