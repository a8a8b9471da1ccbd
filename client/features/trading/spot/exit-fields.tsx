import { useTranslation } from 'react-i18next';
import type { Market } from '../../markets/market-list';
import { TickBox } from '../../../ui/tick-box';
import { DateField } from './date-field';
import { NumberField } from './number-field';
import type { Ticket } from './ticket';

interface Props {
  market: Market;
  ticket: Ticket;
  onChange: (part: Partial<Ticket>) => void;
  errors: Record<'takeProfit' | 'stopLoss' | 'leavesUntil', string | null>;
}

/** What a purchase leaves behind for its coins: a take-profit, a stop-loss, or both. */
export function ExitFields({ market, ticket, onChange, errors }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TickBox label={t('spot.exit')} checked={ticket.leaves} onChange={(leaves) => onChange({ leaves })} />
      {ticket.leaves && (
        <>
          <NumberField
            label={t('spot.takeProfit')}
            unit={market.quote}
            value={ticket.takeProfit}
            onChange={(takeProfit) => onChange({ takeProfit })}
            error={errors.takeProfit}
          />
          <NumberField
            label={t('spot.stopLoss')}
            unit={market.quote}
            value={ticket.stopLoss}
            onChange={(stopLoss) => onChange({ stopLoss })}
            error={errors.stopLoss}
          />
          <DateField
            label={t('spot.exitUntil')}
            dated={ticket.leavesDated}
            until={ticket.leavesUntil}
            onChange={(leavesDated, leavesUntil) => onChange({ leavesDated, leavesUntil })}
            error={errors.leavesUntil}
            means={t('spot.untilMeans.exit')}
          />
        </>
      )}
    </>
  );
}
