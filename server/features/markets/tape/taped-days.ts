/**
 * SQL: whether the tape contradicts a fill, as `taped_prices_assert` has it, by all seconds around its instant, so that what a
 * market moved in them is none. False where the tape had nothing sound just before it, or keeps the day no more.
 */
export function isContradicted({ market, price, at }: { market: string; price: string; at: string }): string {
  return `(${isStillTaped(at)} and exists (
    select from market m
     cross join lateral (
       select min(least(s.index, s.mark, s.last)) as least, max(greatest(s.index, s.mark, s.last)) as most,
              bool_or(s.second <= ${at}) as is_before
         from price_sample s
        where s.market_id = m.id and s.index_state = 'ok' and s.second > ${at} - interval '15 seconds'
          and s.second <= ${at} + interval '5 seconds') taped
     where m.id = ${market} and taped.is_before
       and (${price} < taped.least * (1 - 4 * m.band_ratio) or ${price} > taped.most * (1 + 4 * m.band_ratio))))`;
}

/**
 * SQL: whether the tape still has the whole day (UTC) of an instant; days are dropped as whole partitions. A statement that
 * also reads the tape holds a lock on its partitions until it ends, so they cannot be dropped in between.
 */
export function isStillTaped(at: string): string {
  return `to_regclass('public.price_sample_' || to_char((${at}) at time zone 'UTC', 'YYYY_MM_DD')) is not null`;
}
