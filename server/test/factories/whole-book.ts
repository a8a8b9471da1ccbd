import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { WriteArchive } from '../../features/wallet/books-archive/write-archive.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { SealJournals } from '../../features/wallet/ledger/seal-journals.js';
import { ReferralWorld } from './referral-world.js';
import { BTC, fund } from './ledger.js';
import { OtcWorld } from './otc-world.js';
import { sealActs, sealJournals } from './seals.js';
import { TradingWorld } from './trading-world.js';
import { WholeBookMoney } from './whole-book-money.js';
import { WholeBookTrades } from './whole-book-trades.js';

const DAY_MS = 86_400_000;
/** So long ago it begins, so that its days of interest are over by every clock. */
const DAYS_AGO = 10;

/**
 * A book with everything of every product in it, in every state, made by the use cases of the product: what ended days
 * ago, what is open now, real and demo money, seals with their archive, and a journal behind them. Its last user
 * is a stranger to all others, with money on all accounts. It is in order, and was checked.
 */
export async function aWholeBook(): Promise<TradingWorld> {
  const world = await TradingWorld.open();
  try {
    await make(world);
    return world;
  } catch (error) {
    await world.futures.app.close();
    throw error;
  }
}

async function make(world: TradingWorld): Promise<void> {
  const trades = new WholeBookTrades(world);
  const money = new WholeBookMoney(world);
  const { clock } = world.futures;
  const now = clock.now();
  clock.set(now - (DAYS_AGO + 2) * DAY_MS);
  await trades.sellCoins();
  clock.set(now - DAYS_AGO * DAY_MS);
  const people = new ReferralWorld(world);
  await people.rebate();
  await trades.lockFunds();
  clock.set(now - DAYS_AGO * DAY_MS);
  await trades.sellNewCoins();
  clock.set(now - 2 * DAY_MS);
  await trades.tradeFutures();
  await people.invite();
  await happen(world, 'registered', 'login', 'totp-off');
  await seal(world);
  clock.set(now);
  await people.rebate();
  await trades.sweepTrust();
  await trades.tradeSpot();
  await trades.buyOptions();
  await trades.offerCoins();
  await money.moveMoney();
  await tradeBetweenUsers(world);
  const stranger = await aStranger(world);
  await money.transfer(stranger, '2');
  clock.set(clock.now() + 1000);
  await happen(world, 'login', 'address-added');
  await seal(world);
  // A file of what was sealed first, and one of the rest.
  await world.futures.get(WriteArchive).execute({ seals: 1 });
  // What nobody has sealed yet.
  await money.transfer(stranger, '1');
  // As the worker does it each minute: what was verified stays verified.
  await world.futures.get(CheckBooks).execute();
}

/** Security events of the first user, behind a number that was given to nobody: its transaction was rolled back. */
async function happen({ source }: TradingWorld, ...kinds: string[]): Promise<void> {
  for (const kind of kinds) {
    await source.query(
      `insert into account_security_event (user_id, kind, ip, device, at)
       select min(id), $1, '192.0.2.7', 'iPhone', now() from account_user`,
      [kind],
    );
    await source.query(`select nextval(pg_get_serial_sequence('account_security_event', 'id'))`);
  }
}

/** Orders between users in every state, one of them held again, and one decided by the desk. */
async function tradeBetweenUsers({ futures }: TradingWorld): Promise<void> {
  const world = await OtcWorld.over(futures.app, futures.clock);
  const merchant = await world.aMerchant('2000');
  const advert = await world.advert(merchant);
  const order = async () => {
    const buyer = await world.aPerson();
    return { buyer, id: await world.take(buyer, advert) };
  };
  const [released, cancelled, appealed, awarded] = [await order(), await order(), await order(), await order()];
  await world.say(released.buyer, released.id, 'Paid');
  for (const { buyer, id } of [released, appealed, awarded]) await world.move(buyer, id, 'pay');
  await world.release(merchant, released.id);
  await world.move(cancelled.buyer, cancelled.id, 'cancel');
  const again = await order();
  await world.move(again.buyer, again.id, 'cancel');
  world.pass(11);
  for (const { buyer, id } of [appealed, awarded]) await world.appeal(buyer, id);
  await world.reopen(again.buyer, again.id);
  await world.step(again.id, 'award-seller', { operatorId: '1' });
  await world.step(awarded.id, 'award-buyer', { operatorId: '1' });
  const paid = await order();
  await world.move(paid.buyer, paid.id, 'pay');
  await order();
}

/** Has money on all accounts, real and demo, and does nothing but two transfers. */
async function aStranger(world: TradingWorld): Promise<string> {
  const id = await world.user('spot', '20000');
  for (const demo of [false, true]) {
    for (const kind of ['spot', 'option', 'contract'] as const) await world.endow(id, kind, '100', { demo });
    await fund(world.source, id, '1', { currencyId: BTC, demo });
  }
  return id;
}

async function seal({ futures, source }: TradingWorld): Promise<void> {
  await sealJournals(source, futures.get(SealJournals));
  await sealActs(source, futures.get(SealAudit));
}
