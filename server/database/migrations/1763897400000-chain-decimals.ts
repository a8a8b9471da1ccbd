import { ForwardMigration } from './forward-migration.js';

/**
 * How fine a network carries its coin is said with each network that is added: what arrives of a withdrawal is cut to it, and with none that
 * was meant only whole coins would. Whoever adds one without it is refused; the version before says it always.
 */
export class ChainDecimals1763897400000 extends ForwardMigration {
  protected readonly statements = [
    // A row that was added by hand without them: nobody but its chain's watch has asked for them so far.
    `do $$ begin
       if exists (select from coin_network where chain <> 'bank' and chain_decimals = 0) then
         raise exception 'coin_network: say the chain_decimals of %, what arrives of a withdrawal is cut to them',
           (select string_agg(format('%s of currency %s', network, currency_id), ', ')
              from coin_network where chain <> 'bank' and chain_decimals = 0);
       end if;
     end $$`,
    'alter table coin_network alter column chain_decimals drop default',
  ];
}
