import { ForwardMigration } from './forward-migration.js';

/** The desk finds a transaction by its hash alone, whatever its chain and whatever was decided. */
export class Hashes1763866000000 extends ForwardMigration {
  protected readonly statements = [
    'create index deposit_hash on deposit (tx_hash) where tx_hash is not null',
    'create index withdrawal_hash on withdrawal (chain_tx) where chain_tx is not null',
  ];
}
