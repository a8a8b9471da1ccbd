import { zoneOffsetSeconds } from './server-clock';

/** The zone that times are shown in: "UTC", "UTC+8", "UTC-3:30". */
export function zoneName(offsetSeconds = zoneOffsetSeconds()): string {
  if (offsetSeconds === 0) return 'UTC';
  const minutes = Math.abs(Math.round(offsetSeconds / 60));
  const rest = minutes % 60;
  const text = `${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return `UTC${offsetSeconds < 0 ? '-' : '+'}${text}`;
}
