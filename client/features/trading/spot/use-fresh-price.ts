import { type RefObject, useEffect, useEffectEvent } from 'react';

interface Prices {
  /** The market's price is not of now. */
  isOld: boolean;
  freshen: () => void;
}

/** The price that a ticket began with follows the market's as that comes back to life; nothing changes under somebody's hand. */
export function useFreshPrice(panel: RefObject<HTMLElement | null>, { isOld, freshen }: Prices): void {
  const follow = useEffectEvent(() => {
    const field = panel.current?.querySelector('[data-order-field="price"]');
    if (!field?.matches(':focus-within, :active')) freshen();
  });
  useEffect(() => {
    if (!isOld) follow();
  }, [isOld]);
}
