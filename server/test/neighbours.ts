import type { Balancer } from './balancer/balancer.js';
import type { Pooler } from './pooler/pooler.js';

/** Database users of the product's processes, as `database.ts` makes them. */
const USERS = ['gateway_test', 'gateway_test_app', 'gateway_test_worker', 'gateway_test_feed'];
const CONNECTIONS = 2000;
const AMONG = (process.env.TEST_THROUGH ?? '').split(',').filter(Boolean);

/** What stands between a test, the product and its database (`TEST_THROUGH`): PgBouncer and HAProxy, as they are shipped. */
export class Neighbours {
  private pooler: Pooler | null = null;
  private balancer: Balancer | null = null;

  /** Settings of a product whose database is reached through the pooler, and that stands behind the balancer. */
  async settingsFor(servingUrl: string): Promise<Record<string, string>> {
    const settings: Record<string, string> = { DATABASE_URL: servingUrl };
    if (AMONG.includes('pooler')) {
      const { Pooler } = await import('./pooler/pooler.js');
      this.pooler = await Pooler.start(servingUrl, USERS);
      const url = this.pooler.through(servingUrl);
      Object.assign(settings, { DATABASE_URL: url, DATABASE_POOLING: 'transaction-by-work' });
    }
    if (AMONG.includes('balancer')) Object.assign(settings, { TRUSTED_PROXIES: '1', OPS_TRUSTED_PROXIES: '1' });
    return settings;
  }

  /** Where the product that listens at this port of 127.0.0.1 is asked: there, or at the balancer's door. */
  async addressOf(port: number): Promise<string> {
    if (!AMONG.includes('balancer')) return `http://127.0.0.1:${port}`;
    const { Balancer } = await import('./balancer/balancer.js');
    this.balancer = await Balancer.start({ addresses: () => ['127.0.0.1'], port, deskPort: port }, CONNECTIONS);
    // Where no venue is asked, it never is ready: the balancer lets whoever lives answer then.
    await this.balancer.untilUp(['127.0.0.1'], 'living');
    return `https://127.0.0.1:${this.balancer.ports.PUBLIC}`;
  }

  async stop(): Promise<void> {
    const { balancer, pooler } = this;
    this.balancer = null;
    this.pooler = null;
    await balancer?.stop();
    await pooler?.stop();
  }
}
