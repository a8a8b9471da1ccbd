/**
 * SQL: whether the tape still has the whole day (UTC) of an instant; days are dropped as whole partitions. A statement that
 * also reads the tape holds a lock on its partitions until it ends, so they cannot be dropped in between.
 */
export function isStillTaped(at: string): string {
  return `to_regclass('public.price_sample_' || to_char((${at}) at time zone 'UTC', 'YYYY_MM_DD')) is not null`;
}
