import { always, ForwardMigration } from './forward-migration.js';

/** A sale is drawn by prices that nobody could know while it could be applied for (decision 207). */
export class DrawsByPrices1763898269000 extends ForwardMigration {
  protected readonly statements = [
    // The market whose prices a sale is drawn by, which its trigger takes from those that there are; null: drawn without.
    'alter table ieo_project add column draw_market_id integer',
    `create trigger ieo_project_draw before insert on ieo_project for each row execute function ieo_project_draw()`,
    `create trigger ieo_project_draw_stays before update on ieo_project for each row
       when (new.draw_market_id is distinct from old.draw_market_id) execute function ieo_project_draw()`,
    ...always('ieo_project', ['ieo_project_draw', 'ieo_project_draw_stays']),
    `create table ieo_draw (
       project_id integer primary key references ieo_project (id),
       market_id integer not null references market (id),
       hour timestamptz not null,
       -- the Merkle root over the hour's samples
       root bytea not null check (length(root) = 32),
       samples integer not null check (samples > 0),
       -- the last one of them, as the tape shows it, and the hashes beside the way from it to the root, nearest first
       last jsonb not null,
       path bytea not null check (length(path) % 32 = 0),
       drawn_at timestamptz not null
     )`,
    `create trigger ieo_draw_guard before insert on ieo_draw for each row execute function ieo_draw_guard()`,
    `create trigger ieo_draw_append_only before update or delete on ieo_draw
       for each row execute function ieo_refuse_rewrite()`,
    `create trigger ieo_draw_refuse_truncate before truncate on ieo_draw
       for each statement execute function ieo_refuse_rewrite()`,
    ...always('ieo_draw', ['ieo_draw_guard', 'ieo_draw_append_only', 'ieo_draw_refuse_truncate']),
    // The root that a round was drawn by.
    'alter table ieo_round add column draw bytea',
    `create trigger ieo_round_drawn before insert on ieo_round for each row execute function ieo_round_drawn()`,
    `create trigger ieo_round_draw_stays before update on ieo_round for each row
       when (new.draw is distinct from old.draw) execute function ieo_refuse_rewrite()`,
    ...always('ieo_round', ['ieo_round_drawn', 'ieo_round_draw_stays']),
    ...['gateway_app', 'gateway_verifier'].map(
      (role) => `do $$ begin
        if exists (select from pg_roles where rolname = '${role}') then
          revoke insert, update, delete, truncate on ieo_draw from ${role};
        end if;
      end $$`,
    ),
  ];
}
