import { useTranslation } from 'react-i18next';
import { OTC_WAYS, type OtcWay } from '../../../../server/contract/rules/otc-market.rules';
import type { OtcOrderView } from '../../../../server/contract/trading/otc-orders.dto';

/** Minutes and hours of a span, as short as they are. */
export function useSpanWords(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    const minutes = Math.max(1, Math.round(seconds / 60));
    return minutes < 120 ? t('otc.minutes', { count: minutes }) : t('otc.hours', { count: Math.round(minutes / 60) });
  };
}

/** Ways to pay that an advert names, with commas. */
export function waysOf(text: string): OtcWay[] {
  return OTC_WAYS.filter((way) => text.split(',').includes(way));
}

const TONES = {
  locking: 'wait',
  paying: 'wait',
  paid: 'wait',
  appeal: 'bad',
  released: 'good',
  cancelled: 'off',
} as const;

export function toneOf({ state }: Pick<OtcOrderView, 'state'>): 'wait' | 'good' | 'bad' | 'off' {
  return TONES[state];
}

/** "29:59" until an instant. */
export function clockUntil(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${two(hours)}:${rest}` : rest;
}
