import type { Browser, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { PasswordHasher } from '../../../server/features/account/security/index.js';
import { RedisConnections } from '../../../server/platform/redis/redis.module.js';
import { bootApp, type TestApp, withoutFarHistory } from '../../../server/test/app.js';
import { Caller } from '../../../server/test/calls.js';
import { createTestDatabase, withClient } from '../../../server/test/database.js';
import { restrictToMarkets } from '../../../server/test/factories/markets.js';
import { aUser, type TestUser } from '../../../server/test/factories/users.js';
import { approvePerson } from './known-person.js';
import { BEAT_MS, launchBrowser, type PhonePage } from './product.js';
import { openAtRest } from './rest.js';
import { openSignedIn } from './signed-in.js';

/** The product in this process on simulated prices with the built pages, so that a test can act on it, and a browser. */
export class PageWorld {
  /** Some of every kind: most pages show no more of them at once, and each that is played takes its processor time. */
  static readonly FEW =
    'BTC/USDT ETH/USDT USDC/USDT DOGE/USDT SOL/USDT XRP/USDT TRX/USDT GOLD/USDT AAPL/USD TSLA/USD'.split(' ');

  private constructor(
    readonly app: TestApp,
    readonly browser: Browser,
    readonly source: DataSource,
    readonly call: Caller,
  ) {}

  /** @param markets that are played, 'all' where the pages of all of them are looked at */
  static async open(
    environment: Record<string, string> = {},
    markets: readonly string[] | 'all' = PageWorld.FEW,
  ): Promise<PageWorld> {
    const { CLIENT_FOLDER } = process.env;
    const settings = {
      FEED: 'simulated',
      // Workers look for work each second whether there is any or not; a test that waits for theirs says so.
      ROLES: 'gateway,feed',
      LOG_LEVEL: 'silent',
      SIMULATION_BEAT_MS: BEAT_MS,
      ...(CLIENT_FOLDER ? { CLIENT_FOLDER } : {}),
    };
    const database = await createTestDatabase();
    if (markets !== 'all') await withClient(database.url, (client) => restrictToMarkets(client, markets));
    const app = await bootApp({ ...settings, ...environment }, database, withoutFarHistory);
    return new PageWorld(app, await launchBrowser(), app.owner, new Caller(app));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.app.close();
    await this.app.database.drop();
  }

  /** A page at phone size on which the user is logged in. */
  openAs(user: TestUser, language = 'en', hasWorker = false): Promise<PhonePage> {
    return openSignedIn(this.browser, this.app, user, { language, hasWorker });
  }

  /** Loads a page and waits until it is at rest: what it reads is there, and what it listens to has begun. */
  go(page: Page, path: string): Promise<void> {
    return openAtRest(page, this.app.url + path);
  }

  /** The simulation lets the price fall by the ratio, as `npm run crash` commands it; a part of it comes back slowly. */
  async crash(symbol: string, ratio: number, seconds: number): Promise<void> {
    const redis = this.app.application.get(RedisConnections);
    const command = JSON.stringify({ kind: 'crash', symbol, ratio, overMs: seconds * 1000 });
    await redis.channels.publish(redis.key('feed:command'), command);
  }

  aUser(): Promise<TestUser> {
    return aUser(this.app.database.url);
  }

  /** A user whose person an operator has approved. */
  async aVerifiedUser(): Promise<TestUser> {
    const user = await this.aUser();
    await approvePerson(this.app, user.userId);
    return user;
  }

  /** A verified user with a fund password: nothing stands before the form of a withdrawal. */
  async aPayee(pin: string): Promise<TestUser> {
    const user = await this.aVerifiedUser();
    const hash = await this.app.application.get(PasswordHasher).hash(pin);
    const set = 'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())';
    await this.source.query(set, [user.userId, hash]);
    return user;
  }
}
