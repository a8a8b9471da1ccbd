import { ForwardMigration, always } from './forward-migration.js';

/** An offer of a new coin, its launch and its end are what two operators agreed on, and of the coin that was offered (decision 178). */
export class AgreedOffers1763897300001 extends ForwardMigration {
  protected readonly statements = [
    `create trigger subscription_offer_agreed before insert or update on subscription_offer
       for each row execute function subscription_offer_agreed()`,
    ...always('subscription_offer', ['subscription_offer_agreed']),
  ];
}
