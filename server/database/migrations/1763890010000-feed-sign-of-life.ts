import { ForwardMigration } from './forward-migration.js';

/** Whoever feeds says each second that it lives: where Redis is away, that alone tells a standby whether it may take over. */
export class FeedSignOfLife1763890010000 extends ForwardMigration {
  protected readonly statements = [`alter table feed_lease add column alive_at timestamptz not null default now()`];
}
