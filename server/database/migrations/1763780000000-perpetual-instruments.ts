import { ForwardMigration } from './forward-migration.js';

/**
 * A market names the instrument of its contracts and that of the pair. Contracts stay priced by what they were priced by; a
 * pair that a venue's perpetual stood for is priced by the same venue's spot market, where that is one of its
 * constituents. What an operator chose otherwise stays, and is then the word for both. `price_instrument` stays as it is,
 * for processes of the version before, which price both by it until they are replaced.
 */
export class PerpetualInstruments1763780000000 extends ForwardMigration {
  protected readonly statements = [
    // No checks: processes of the version before may still insert rows.
    'alter table market add column pair_instrument text, add column perpetual_instrument text',
    `update market set pair_instrument = price_instrument,
       perpetual_instrument = case when perpetual then price_instrument end`,
    `update market m set pair_instrument = c.instrument
       from market_constituent c
      where c.market_id = m.id and m.perpetual_instrument like '%:linear:%'
        and c.instrument = regexp_replace(replace(m.perpetual_instrument, ':linear:', ':spot:'), '-SWAP$', '')`,
    // What was taken of the book that there was: contracts and spot took of one, which was the perpetual's.
    `alter table taken_depth
       add column book text not null default 'pair' check (book in ('pair', 'perpetual'))`,
    `update taken_depth t set book = 'perpetual' from market m
      where m.id = t.market_id and m.perpetual_instrument <> m.pair_instrument`,
    'alter table taken_depth drop constraint taken_depth_pkey',
    'alter table taken_depth add primary key (market_id, book, demo, side, price)',
  ];
}
