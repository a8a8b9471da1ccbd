/**
 * SQL: whether the tape still has the whole day (UTC) of an instant. It goes by days, each a partition. A statement that
 * reads the tape as well has what it reads until it ends.
 */
export function isStillTaped(at: string): string {
  return `to_regclass('public.price_sample_' || to_char((${at}) at time zone 'UTC', 'YYYY_MM_DD')) is not null`;
}
