import { ForwardMigration } from './forward-migration.js';

/**
 * Addresses of one mailbox under two domains have one key. Two accounts that one mailbox has by now keep both theirs: the one of the
 * former domain is found by its address as it is written (`UsersStore.byName`).
 */
export class EmailKeys1763896600031 extends ForwardMigration {
  protected readonly statements = [
    `update account_user u set email_key = replace(u.email_key, '@googlemail.com', '@gmail.com')
      where u.email_key like '%@googlemail.com'
        and not exists (select from account_user o where o.email_key = replace(u.email_key, '@googlemail.com', '@gmail.com'))`,
  ];
}
