import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import type { Market } from '../../markets/market-list';
import { focusField, useKeyActs } from '../order-keys';
import type { TicketActs } from './use-ticket';

interface Panel {
  market: Market;
  acts: TicketActs;
  /** The ticket is in sight, and nothing lies upon it. */
  isShown: boolean;
  /** Why nothing can be ordered now; null when it can. */
  obstacle: string | null;
  submit: () => void;
}

/** What keys do to the ticket. An order that waits for a price has a form of its own, whose fields are typed in. */
export function usePanelKeys({ market, acts, isShown, obstacle, submit }: Panel): RefObject<HTMLElement | null> {
  const { t } = useTranslation();
  const language = useLanguage();
  const panel = useRef<HTMLElement>(null);
  const { ticket, change, tick, share } = acts;
  const isPlain = ticket.kind === 'limit' || ticket.kind === 'market';
  useKeyActs(
    isShown
      ? {
          ticket: () => panel.current,
          isStopped: obstacle !== null,
          side: (side) => {
            change({ side });
            return t(`trade.${side}`);
          },
          kind: (kind) => {
            change({ kind });
            return t(`spot.${kind}`);
          },
          ...(isPlain && {
            ticks: (count) => {
              const price = tick(count);
              return price && `${t('spot.price')} ${formatDecimal(price, language)} ${market.quote}`;
            },
            share: (percent) => {
              share(percent);
              return `${percent}%`;
            },
            amount: (digit) => {
              focusField(panel.current, 'amount');
              if (digit !== '') change({ quantity: digit });
            },
            review: submit,
          }),
        }
      : null,
  );
  return panel;
}
