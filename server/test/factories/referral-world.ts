import { BookRebates } from '../../features/trading/referral/book-rebates.js';
import { SealJournals } from '../../features/wallet/ledger/seal-journals.js';
import { BTC_MARKET } from './futures-world.js';
import { sealJournals } from './seals.js';
import type { TradingWorld } from './trading-world.js';

const DAY_MS = 86_400_000;
/** After midnight, by when a day is rebated. */
const AFTER_MS = 120_000;

/** People who invite, people who trade, and days that end. */
export class ReferralWorld {
  constructor(readonly world: TradingWorld) {}

  get source() {
    return this.world.source;
  }

  /** A verified user with money, invited by somebody. */
  async invited(inviterId: string | null, { verified = true, amount = '100000' } = {}): Promise<string> {
    // Who invites is older: the user is made now, with whom they were invited by.
    const rows: { id: string }[] = await this.source.query(
      `insert into account_user (username, username_key, extension_code, invited_by, created_at)
       select n, n, upper(substr(md5(n), 1, 10)), $1, $2
         from (select 'guest-' || left(gen_random_uuid()::text, 20) as n) named returning id`,
      [inviterId, new Date(this.world.futures.clock.now())],
    );
    const id = rows[0]?.id as string;
    await this.world.endow(id, 'spot', amount);
    if (verified) await this.world.verify(id);
    return id;
  }

  /** Buys at the quoted price; at 50,000 the ask is 50,010, and 0.1 of it costs a fee of 5.001 USDT. */
  async buy(userId: string, quantity = '0.1', demo = false): Promise<void> {
    this.world.sample(new Map([[BTC_MARKET, '50000']]));
    await this.world.write();
    const wish = { marketId: BTC_MARKET, side: 'buy', quantity, limitPrice: null, demo } as const;
    if (!(await this.world.spot(userId, wish))) throw new Error('The order was refused.');
  }

  async seal(): Promise<void> {
    await sealJournals(this.source, this.world.futures.get(SealJournals));
  }

  /** What was done is of the day that ends now, and the next one has begun. */
  async endDay(): Promise<string> {
    await this.seal();
    const { clock } = this.world.futures;
    const midnight = Math.floor(clock.now() / DAY_MS) * DAY_MS + DAY_MS;
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    clock.set(midnight + AFTER_MS);
    return day;
  }

  rebate(): Promise<number> {
    return this.world.futures.get(BookRebates).execute();
  }

  /** The USDT on somebody's spot account. */
  async balance(userId: string): Promise<string> {
    const rows: { balance: string }[] = await this.source.query(
      `select trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and kind = 'spot' and currency_id = 3 and not demo`,
      [userId],
    );
    return rows[0]?.balance ?? '0';
  }

  /** Who earns, who invited themselves, and who is not verified, each with a fee. */
  async invite(): Promise<void> {
    const inviter = await this.invited(null);
    const other = await this.invited(null);
    const self = await this.invited(other);
    await this.shareDevice(other, self);
    for (const guest of [await this.invited(inviter), self, await this.invited(inviter, { verified: false })])
      await this.buy(guest);
  }

  /** Both were logged in on one browser. */
  async shareDevice(one: string, other: string): Promise<void> {
    await this.source.query(
      `insert into account_device (user_id, device, first_at)
       select id, left(encode(sha256($2::text::bytea), 'hex'), 22), now() from unnest($1::bigint[]) as id`,
      [[one, other], `${one} ${other}`],
    );
  }
}
