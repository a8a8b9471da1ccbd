import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bars of different origins stand side by side: invented prices never replace or complete real ones. The key of a bar
 * has its origin, and every market says which origin it was fed from last.
 */
export class CandleOrigin1763605000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Until now a longer bar could be folded from minutes of two origins. Such bars are made again from the minutes
    // and from the venue's history, each origin for itself.
    await runner.query(`
      delete from candle using (
        select market_id from candle where origin <> 'imported' group by market_id having count(distinct origin) > 1
      ) mixed
      where candle.market_id = mixed.market_id and candle.period <> '1min' and candle.origin <> 'imported'`);
    // The key of a partitioned table is made again in every partition.
    await runner.query(`alter table candle drop constraint candle_pkey`);
    await runner.query(`alter table candle add primary key (market_id, period, origin, open_at)`);
    await runner.query(`
      create table market_feed (
        market_id integer primary key references market (id),
        -- where the prices come from since the fencing number below
        origin text not null check (origin in ('live', 'simulated', 'recorded')),
        token bigint not null
      )`);
    await runner.query(`
      insert into market_feed (market_id, origin, token)
      select distinct on (candle.market_id) candle.market_id, candle.origin, 0
      from candle join market on market.id = candle.market_id
      where candle.period = '1min' and candle.origin <> 'imported'
      order by candle.market_id, candle.open_at desc`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only.');
  }
}
