/** What notices are about: for each a person chooses how else it is told. */
export const NOTICE_GROUPS = [
  'orders',
  'stops',
  'margin',
  'settlements',
  'transfers',
  'otc',
  'decisions',
  'releases',
  'alerts',
  'security',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** Groups of which mails are a matter of choice: what happens to the security of an account is always mailed. */
export const MAILED_BY_CHOICE: readonly NoticeGroup[] = NOTICE_GROUPS.filter((group) => group !== 'security');

/** What may not wait for the morning. */
export const URGENT_GROUPS: readonly NoticeGroup[] = ['margin', 'security'];

/** Minutes of a day. */
export const DAY_MINUTES = 1440;

/** `07:05` as minutes of the day; null for what is no time of a day. */
export function readTimeOfDay(text: string): number | null {
  const [, hours = '', minutes = ''] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? [];
  return hours === '' ? null : Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10);
}

/** Minutes of the day as `07:05`. */
export function timeOfDayText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
