import { NoConnection } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { verifyUsers } from '../../../test/factories/ieo.js';
import { anOffer, offerTerms } from '../../../test/factories/subscription.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { BuySubscription } from './buy-subscription.js';

const BUYERS = 1000;
const UNITS = 300;
const AGAIN: readonly string[] = ['request.unavailable', 'request.outcome-unknown'];
/** A statement has five seconds, on a busy machine, too. */
const FUNDED_AT_ONCE = 100;

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

async function buyers(): Promise<string[]> {
  const rows: { id: string }[] = await app.owner.query(
    `insert into account_user (username, username_key, extension_code, created_at)
     select 'rush' || i, 'rush' || i, upper(substr(md5('rush' || i), 1, 10)), now() from generate_series(1, $1::integer) i
     returning id`,
    [BUYERS],
  );
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += FUNDED_AT_ONCE) {
    const some = ids.slice(from, from + FUNDED_AT_ONCE);
    await verifyUsers(app.owner, some);
    await app.owner.transaction((tx) =>
      giveMoney((sql, values) => tx.query(sql, values), some, { kind: 'spot', amount: '10' }),
    );
  }
  return ids;
}

it('a thousand buyers at once: what there is goes to as many as there are units, and all others hear that it is sold out', async () => {
  const terms = { total: String(UNITS), minimum: '1', maximum: '1', price: '2', coinScale: 0 };
  const offerId = await anOffer(app.owner, offerTerms(Date.now() - 60_000, terms));
  const buying = app.application.get(BuySubscription);
  const outcome = async (userId: string): Promise<string> => {
    // Who found no connection within its time comes again, as a page does.
    for (;;) {
      try {
        await buying.execute({ userId, offerId, demo: false, amount: '2', agreed: true, key: `rush-${userId}` });
        return 'bought';
      } catch (error) {
        const isBusy = error instanceof NoConnection || (error instanceof Refusal && AGAIN.includes(error.code));
        if (!isBusy) {
          if (error instanceof Refusal) return error.code;
          throw error;
        }
        await new Promise(setImmediate);
      }
    }
  };
  const outcomes = await Promise.all((await buyers()).map(outcome));
  const counted: Record<string, number> = {};
  for (const each of outcomes) counted[each] = (counted[each] ?? 0) + 1;
  expect(counted).toEqual({ bought: UNITS, 'subscription.sold-out': BUYERS - UNITS });
  const [left] = await app.owner.query(
    'select trim_scale(total - sold)::text as left, (select count(*)::integer from subscription_order) as orders from subscription_quota',
  );
  expect(left).toEqual({ left: '0', orders: UNITS });
  const checked = await app.application.get(CheckBooks).execute();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
}, 600_000);
