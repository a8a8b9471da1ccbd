import { ForwardMigration } from './forward-migration.js';

/**
 * Numbers of documents that were verified before look-alike letters were one have digests of their spelling. A job gives them those of
 * today; here is how far it is, and that it is done for good.
 */
export class VerificationFoldPlace1763897400002 extends ForwardMigration {
  protected readonly statements = [
    `create table verification_fold_place (
       only_one boolean primary key default true check (only_one),
       -- the last case that was looked at
       case_id bigint not null default 0,
       is_whole boolean not null default false,
       -- since when no process need verify by the spelling any more but those of the version before
       since timestamptz not null default now()
     )`,
    'insert into verification_fold_place default values',
  ];
}
