import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruptCommands, run, startApart } from './commands.mjs';
import { causeIn, Failure } from './failure.mjs';
import { freePort, requireFree } from './services/ports.mjs';
import { isAlive, onInterrupt, stop } from './processes.mjs';
import { startServices } from './services/services.mjs';

/** @typedef {Awaited<ReturnType<typeof startApart>>} Apart */

const READY_SECONDS = 60;
/** The server announces the end to its sockets and finishes running jobs first. */
const STOP_SERVER_MS = 15_000;

/** One run of the product on this machine. */
export class Launcher {
  /**
   * @param {string} root
   * @param {NodeJS.ProcessEnv} environment
   * @param {import('./services/data-folder.mjs').DataFolder} data taken for this process
   */
  constructor(root, environment, data) {
    this.root = root;
    this.environment = environment;
    this.given = {
      postgres: environment.DATABASE_URL,
      owner: environment.DATABASE_OWNER_URL,
      redis: environment.REDIS_URL,
    };
    this.data = data;
    this.host = environment.HOST ?? '0.0.0.0';
    this.port = Number(environment.PORT ?? 3000);
    this.interrupted = false;
    /** Where the server and the migrations are started from. */
    this.programs = 'dist/programs';
    /** @type {import('./services/services.mjs').Services | undefined} */
    this.services = undefined;
    /** @type {Apart | undefined} */
    this.server = undefined;
    onInterrupt(() => {
      this.interrupted = true;
      interruptCommands();
    });
  }

  /**
   * Everything that the server needs to start, but for the migrations.
   * @param {() => Promise<void>} compile runs while the servers start
   */
  async prepare(compile) {
    if (!Number.isInteger(this.port) || this.port < 0 || this.port > 65535) {
      throw new Failure('PORT must be a whole number from 0 to 65535.');
    }
    if (this.port === 0) this.port = await freePort();
    await requireFree(this.port, this.host);
    this.goOn();
    const outcomes = await Promise.allSettled([this.startServices(), compile()]);
    this.goOn();
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async startServices() {
    this.services = await startServices({
      root: this.root,
      folder: this.data.path,
      programs: this.data.path,
      needs: ['postgres', 'redis'],
      durable: true,
      given: this.given,
      onStarted: (name, service) => this.data.note(name, service.identity),
    });
    this.data.record.databaseUrl = this.services.databaseUrl;
    this.data.record.redisUrl = this.services.redisUrl;
    this.data.save();
  }

  /** What the server finds in its environment, and the migrations beside the owner's address. */
  serverEnvironment() {
    const { DATABASE_OWNER_URL: _owner, ...environment } = this.environment;
    // Links and what wallets sign name the address: on another port it is another one. Production is told its own.
    const isOwn = !environment.PUBLIC_URL && environment.NODE_ENV !== 'production' && this.port !== 0;
    return {
      ...environment,
      ...(isOwn ? { PUBLIC_URL: `http://localhost:${this.port}` } : {}),
      DATABASE_URL: this.services?.databaseUrl,
      REDIS_URL: this.services?.redisUrl,
      PORT: String(this.port),
      HOST: this.host,
    };
  }

  /** Brings the database up to date. */
  async migrate() {
    const entry = join(this.root, this.programs, 'migrate.js');
    const env = { ...this.serverEnvironment(), DATABASE_OWNER_URL: this.services?.ownerUrl };
    const result = await run(process.execPath, [entry], { cwd: this.root, env });
    if (result.code === 0) return;
    const cause = causeIn(result.output) ?? result.output.trim();
    throw new Failure(`The database could not be brought up to date: ${cause}`);
  }

  /** Starts the server and waits until it is ready. */
  async startServer() {
    this.server = await startApart(process.execPath, [join(this.root, this.programs, 'main.js')], {
      cwd: this.root,
      env: this.serverEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.data.note('server', this.server.identity);
    await this.untilReady(this.server);
  }

  /** Stops the server and leaves Postgres and Redis running. */
  async stopServer() {
    if (this.server) await stop(this.server.identity, STOP_SERVER_MS);
    this.server = undefined;
  }

  address() {
    const host = ['0.0.0.0', '::'].includes(this.host) ? 'localhost' : this.host;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** @param {Apart} server */
  async untilReady(server) {
    let last = 'no answer';
    for (let step = 0; step < READY_SECONDS * 20; step += 1) {
      this.goOn();
      if (!isAlive(server.identity)) throw new Failure('The server ended before it was ready; its words are above.');
      last = await this.readiness();
      if (last === '200' || last === '404') return;
      await sleep(50);
    }
    throw new Failure(`The server was not ready within ${READY_SECONDS} s (last answer of /readyz: ${last}).`);
  }

  /** The status that /readyz answers with; a reason where there is no answer. */
  async readiness() {
    try {
      const answer = await fetch(`${this.address()}/readyz`, { signal: AbortSignal.timeout(2000) });
      await answer.arrayBuffer();
      return String(answer.status);
    } catch {
      return 'no answer';
    }
  }

  /** Refuses to go on when a part ended by itself. */
  requireAlive() {
    if (this.server && !isAlive(this.server.identity)) {
      throw new Failure('The server ended by itself, its words are above; everything was stopped.');
    }
    const lost = this.services?.lost();
    if (lost) throw new Failure(`The embedded ${lost} ended by itself${this.reason(lost)}; everything was stopped.`);
  }

  /** @param {import('./services/services.mjs').Name} name */
  reason(name) {
    const log = this.services?.started.get(name)?.log;
    if (!log) return '';
    const cause = causeIn(
      readFileSync(log)
        .subarray(Math.max(0, statSync(log).size - 4096))
        .toString(),
    );
    return cause ? `, because ${cause}` : ` (see ${log})`;
  }

  /** Leaves the start-up at the next step once Ctrl-C was pressed. */
  goOn() {
    if (this.interrupted) throw new Failure('Interrupted.');
  }

  /** Stops what this run started, in the order in which the parts need each other. */
  async stop() {
    await this.stopServer();
    await this.services?.stop();
    this.data.release();
  }
}
