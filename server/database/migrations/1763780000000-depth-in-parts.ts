import { ForwardMigration } from './forward-migration.js';

/**
 * What is taken of a level is noted in parts, so that orders at one price need not wait for each other's commit. What was
 * noted before is forgotten: it was said of books that are older than the update.
 */
export class DepthInParts1763780000000 extends ForwardMigration {
  protected readonly statements = [
    'delete from taken_depth',
    'alter table taken_depth add column part smallint not null check (part between 0 and 7)',
    'alter table taken_depth drop constraint taken_depth_pkey',
    'alter table taken_depth add primary key (market_id, demo, side, price, part)',
    'alter table taken_depth drop constraint taken_depth_taken_check',
    'alter table taken_depth add constraint taken_depth_taken_check check (taken >= 0)',
  ];
}
