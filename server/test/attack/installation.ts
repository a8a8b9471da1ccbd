import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { OperatorRole } from '../../contract/operations/words.js';
import { Post } from '../fakes/post.js';
import { operators } from '../faults/people.js';
import { Product, type RunningProcess } from '../faults/product.js';

export const PUBLIC_URL = 'https://trade.example';
/** What strangers are shown, and what only operators may be. */
export const PAGE = '<!doctype html><title>The page</title>';
export const DESK_SCRIPT = 'export default "the desk";';
const LOG_LINES_MAX = 100_000;
const PATIENCE_MS = 60_000;

/** One product in production, as it is installed: all roles in one process, the desk at a port of its own. */
export class Installation {
  private readonly lines: string[] = [];

  private constructor(
    readonly product: Product,
    readonly process: RunningProcess,
    readonly post: Post,
    private readonly folder: string,
    private readonly redis: Redis,
  ) {
    for (const stream of [process.child.stdout, process.child.stderr]) {
      let begun = '';
      stream?.on('data', (part: Buffer) => {
        const lines = (begun + part.toString()).split('\n');
        begun = lines.pop() ?? '';
        if (this.lines.length < LOG_LINES_MAX) this.lines.push(...lines);
      });
    }
  }

  static async start(environment: Record<string, string> = {}): Promise<Installation> {
    const post = await Post.open();
    const folder = mkdtempSync(join(tmpdir(), 'attacked-'));
    mkdirSync(join(folder, 'ops/assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'ops/assets/ops-abcdef12.js'), DESK_SCRIPT);
    const product = await Product.empty();
    product.environment = {
      NODE_ENV: 'production',
      PUBLIC_URL,
      OPS_PORT: '0',
      // As behind the proxy that the shipped compose file starts.
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'info',
      CLIENT_FOLDER: folder,
      SMTP_URL: post.smtpUrl,
      SMS_URL: post.smsUrl,
      SMS_DIAL_CODES: '*',
      // Whoever sends the messages here is on this machine.
      PROVIDERS_MAY_BE_PRIVATE: 'true',
      // Whatever else the fault suites widen is as strangers meet it.
      RATE_FACTOR: '1',
      CODES_PER_ADDRESS: '0',
      CODES_PER_DAY: '20000',
      WRONG_LOGINS_PER_ADDRESS: '0',
      ...environment,
    };
    const running = await product.launch('gateway,worker,feed', 'simulated');
    const redis = new Redis(process.env.TEST_REDIS_URL ?? '', { lazyConnect: false });
    redis.on('error', () => undefined);
    const installation = new Installation(product, running, post, folder, redis);
    try {
      await product.untilPriced(running.url);
      await installation.deskPort();
      return installation;
    } catch (error) {
      const said = installation.log().slice(-5).join('\n');
      await installation.stop();
      throw new Error(`The installation did not start: ${said}`, { cause: error });
    }
  }

  get url(): string {
    return this.process.url;
  }

  get sql(): Pool {
    return this.product.sql;
  }

  /** Everything that the process has logged. */
  log(): readonly string[] {
    return this.lines;
  }

  /** The port at which operators reach the desk; the log says it. */
  async deskPort(): Promise<number> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const port = /desk answers at port (\d+)/.exec(this.lines.join('\n'))?.[1];
      if (port) return Number(port);
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error('The desk has no port.');
  }

  /** The token of a new operator's session. */
  async anOperator(...roles: OperatorRole[]): Promise<string> {
    const [token = ''] = await operators(this.sql, 1, roles);
    return token;
  }

  /** Takes back what callers have used up of the limits, so that an attack meets what it is about and not a limit. */
  async forgetCounts(): Promise<void> {
    await this.sql.query('delete from account_limit');
    await this.deleteKeys(`${this.product.prefix}rate:*`);
  }

  async forgetRates(): Promise<void> {
    await this.deleteKeys(`${this.product.prefix}rate:*`);
  }

  async stop(): Promise<void> {
    this.redis.disconnect();
    await this.product.stop();
    await this.post.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async deleteKeys(pattern: string): Promise<void> {
    let cursor = '0';
    do {
      const [next, keys] = await this.redis.scan(cursor, 'MATCH', pattern, 'COUNT', 500);
      cursor = next;
      if (keys.length > 0) await this.redis.del(...keys);
    } while (cursor !== '0');
  }
}
