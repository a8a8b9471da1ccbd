import { ForwardMigration } from './forward-migration.js';

/**
 * How fine a network carries its coin is said with each network that is added: what arrives of a withdrawal is cut to it, and with none that
 * was meant only whole coins would. Whoever adds one without it is refused; the version before says it always.
 */
export class ChainDecimals1763897400000 extends ForwardMigration {
  protected readonly statements = ['alter table coin_network alter column chain_decimals drop default'];
}
