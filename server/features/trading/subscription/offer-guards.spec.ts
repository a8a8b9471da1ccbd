import type { DataSource, EntityManager } from 'typeorm';
import type { ProposalKind } from '../../../contract/operations/words.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { agreeOn } from '../../../test/factories/agreements.js';
import { BTC_MARKET } from '../../../test/factories/futures-world.js';
import { BTC } from '../../../test/factories/ledger.js';
import { anOffer, listCoinOf, offerTerms } from '../../../test/factories/subscription.js';
import type { OfferTerms } from './offer-terms.js';
import { OffersStore } from './offers.store.js';

type Listed = Awaited<ReturnType<typeof listCoinOf>>;

const REFUSED = { code: 'SU010' };

let database: TestDatabase;
let owner: DataSource;
/** As whoever has the user of a gateway writes. */
let source: DataSource;
let store: OffersStore;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url).initialize();
  source = await createDataSource(database.gatewayUrl).initialize();
  store = new OffersStore(source);
}, 60_000);

afterAll(async () => {
  await Promise.all([owner.destroy(), source.destroy()]);
  await database.drop();
});

const insert = (tx: EntityManager, terms: OfferTerms) => store.insert(tx, terms, new Date());
const agree = (kind: ProposalKind, id: number | null, detail: object = {}) =>
  source.transaction((tx) => agreeOn(tx, kind, id, detail));

describe('an offer', () => {
  it('is what two operators agreed on, in the transaction in which they did', async () => {
    const terms = offerTerms(Date.now());
    await expect(source.transaction((tx) => insert(tx, terms))).rejects.toMatchObject(REFUSED);
    await agree('subscription-offer', null, terms);
    await expect(source.transaction((tx) => insert(tx, terms))).rejects.toMatchObject(REFUSED);
    const id = await source.transaction(async (tx) => {
      await agreeOn(tx, 'subscription-offer', null, terms);
      return insert(tx, terms);
    });
    expect(await store.find(id)).toMatchObject({ coinCode: terms.coinCode, price: '0.25', status: 'open' });
  });

  it.each<[string, Partial<OfferTerms>]>([
    ['price', { price: '0.0000001' }],
    ['coin', { coinCode: 'OTHER' }],
    ['decimals', { coinScale: 2 }],
    ['total', { total: '1000000' }],
    ['share', { maximum: '1000' }],
    ['lock-up', { lockDays: 0 }],
    ['return', { yieldRatio: '1' }],
    ['payer of the return', { yieldSource: 'house' }],
    ['payment', { paymentCurrencyId: BTC }],
    ['words', { texts: { en: { introduction: 'Another coin.', rules: 'None.' } } }],
    ['start', { startsAt: new Date(Date.now() - 3_600_000).toISOString() }],
  ])('has no other %s than was agreed on', async (_name, changes) => {
    const terms = offerTerms(Date.now());
    const other = source.transaction(async (tx) => {
      await agreeOn(tx, 'subscription-offer', null, terms);
      return insert(tx, { ...terms, ...changes });
    });
    await expect(other).rejects.toMatchObject(REFUSED);
  });

  it.each(['BTC', 'USDT'])('is none of %s, which the product began with', async (coinCode) => {
    await expect(anOffer(owner, offerTerms(Date.now(), { coinCode, coinScale: 8 }))).rejects.toMatchObject(REFUSED);
  });
});

describe('a launch', () => {
  it('is agreed on by two, in the same transaction, and of the coin that was offered', async () => {
    const id = await anOffer(owner, offerTerms(Date.now()));
    const own = await listCoinOf(owner, id);
    const other = await listCoinOf(owner, await anOffer(owner, offerTerms(Date.now())));
    const launch = (tx: EntityManager, listed: Listed) => store.launch(tx, { id, ...listed, at: new Date() });
    const agreed = (listed: Listed) =>
      source.transaction(async (tx) => {
        await agreeOn(tx, 'subscription-launch', id);
        await launch(tx, listed);
      });
    await expect(source.transaction((tx) => launch(tx, own))).rejects.toMatchObject(REFUSED);
    await agree('subscription-launch', id);
    await expect(source.transaction((tx) => launch(tx, own))).rejects.toMatchObject(REFUSED);
    await expect(agreed({ currencyId: BTC, marketId: BTC_MARKET })).rejects.toMatchObject(REFUSED);
    await expect(agreed({ currencyId: BTC, marketId: own.marketId })).rejects.toMatchObject(REFUSED);
    await expect(agreed({ currencyId: own.currencyId, marketId: BTC_MARKET })).rejects.toMatchObject(REFUSED);
    await expect(agreed(other)).rejects.toMatchObject(REFUSED);
    await agreed(own);
    expect(await store.find(id)).toMatchObject({ status: 'launched' });
  });

  it.each([
    ['when it is due', '0 minutes', true],
    ['not before it is due', '1 minute', false],
  ])('that was announced is in the transaction of the act, and %s', async (_when, more, isDue) => {
    const id = await anOffer(owner, offerTerms(Date.now()));
    const own = await listCoinOf(owner, id);
    await agree('subscription-launch', id);
    await owner.query(
      `insert into operator_announced_act (kind, subject_id, detail, reason, proposal_id, proposed_by, proposed_at, approved_by,
         began_at, due_at)
       select kind, subject_id, detail, reason, id, proposed_by, proposed_at, decided_by, now() - interval '1 hour', now() + $2::interval
         from operator_proposal where kind = 'subscription-launch' and subject_id = $1`,
      [id, more],
    );
    const launch = (tx: EntityManager) => store.launch(tx, { id, ...own, at: new Date() });
    await expect(source.transaction(launch)).rejects.toMatchObject(REFUSED);
    const [tests] = await owner.query(`select pg_get_functiondef('database_now'::regproc) as text`);
    await owner.query(tests.text.replace(/(AS \$function\$)[^]*(\$function\$)/, '$1 select clock_timestamp() $2'));
    const act = source.transaction(async (tx) => {
      await tx.query(
        // As a process says whose clock is ahead.
        `update operator_announced_act set status = 'done', ended_at = greatest(due_at, clock_timestamp()) where subject_id = $1`,
        [id],
      );
      await launch(tx);
    });
    if (isDue) await act;
    else await expect(act).rejects.toMatchObject(REFUSED);
    await owner.query(tests.text);
    expect(await store.find(id)).toMatchObject({ status: isDue ? 'launched' : 'open' });
  });
});

describe('an end', () => {
  it('before the launch is agreed on by two, in the same transaction', async () => {
    const id = await anOffer(owner, offerTerms(Date.now()));
    const cancel = () => source.transaction((tx) => store.cancel(tx, id, new Date()));
    await expect(cancel()).rejects.toMatchObject(REFUSED);
    await agree('subscription-cancel', id);
    await expect(cancel()).rejects.toMatchObject(REFUSED);
    await source.transaction(async (tx) => {
      await agreeOn(tx, 'subscription-cancel', id);
      await store.cancel(tx, id, new Date());
    });
    expect(await store.find(id)).toMatchObject({ status: 'cancelled' });
  });

  it('without a launch comes when it is due', async () => {
    const id = await anOffer(owner, offerTerms(Date.now()));
    const end = source.query(
      `update subscription_offer set status = 'cancelled', cancelled_at = now(), cancel_reason = 'not-launched' where id = $1`,
      [id],
    );
    await expect(end).rejects.toMatchObject(REFUSED);
  });
});
