import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.js';

interface ServersMessage {
  postgres?: string;
  redis?: string;
  standby?: string;
  repository?: Repository;
  error?: string;
}

/** What is in the repository of backups. */
export interface Repository {
  /** The backups by their kind, the oldest first. */
  backups: string[];
  /** Files that are not encrypted. */
  readable: string[];
}

/** A Postgres and a Redis of a test's own, which it may stop, restart and empty. */
export class OwnServers {
  private constructor(
    private readonly child: ChildProcess,
    /** Its port stays the same over restarts, as a server's does. */
    private readonly wire: TcpProxy,
    readonly databaseUrl: string,
    readonly redisUrl: string,
    readonly redis: Redis,
  ) {}

  static async start(): Promise<OwnServers> {
    const child = spawn(process.execPath, [join(__dirname, 'servers.mjs')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { postgres = '', redis = '' } = await answerOf(child);
    const address = new URL(postgres);
    const wire = await startTcpProxy(Number(address.port));
    address.port = String(wire.port);
    return new OwnServers(child, wire, address.toString(), redis, new Redis(redis));
  }

  /** No checkpoint, every session cut, as when the machine's power fails for the process. */
  async stopPostgresAtOnce(): Promise<void> {
    await this.ask('stop-at-once');
  }

  async startPostgres(): Promise<void> {
    await this.ask('start');
  }

  /** A standby that every commit waits for. @returns its own address. */
  async replicate(): Promise<string> {
    const { standby = '' } = await this.ask('replicate');
    return standby;
  }

  /** A standby that no commit waits for. @returns its own address. */
  async follow(): Promise<string> {
    const { standby = '' } = await this.ask('follow');
    return standby;
  }

  /** The standby dies, as when its machine does. */
  async killStandby(): Promise<void> {
    await this.ask('kill-standby');
  }

  /** The primary is killed and its standby takes over, at the same address, as behind a balancer that asks who is primary. */
  async failOver(): Promise<void> {
    await this.ask('fail-over');
  }

  /**
   * The log of Postgres is kept apart from its files from now on, and so are its backups. Restarts it.
   * @param seconds after which a piece of the log is finished at the latest; null: as shipped.
   */
  async archive(seconds: number | null): Promise<void> {
    await this.ask('archive', seconds === null ? '' : String(seconds));
  }

  /** Finishes a piece of the log, and waits until it is in the repository. */
  async checkArchive(): Promise<Repository | undefined> {
    return (await this.ask('check-archive')).repository;
  }

  async backUp(kind: 'full' | 'incr'): Promise<Repository | undefined> {
    return (await this.ask('back-up', kind)).repository;
  }

  /** Postgres is lost with all its files, and with what its machine was about to archive. */
  async loseMachine(): Promise<void> {
    await this.ask('lose-machine');
  }

  /**
   * Postgres comes back from the repository, as it was at an instant.
   * @param until ISO 8601 in UTC; null: as far as the archive goes.
   */
  async restore(until: string | null): Promise<void> {
    await this.ask('restore', until ?? '');
  }

  /** The repository of backups is gone, as when nobody reaches its place. */
  async takeRepository(): Promise<void> {
    await this.ask('take-repository');
  }

  async giveRepository(): Promise<void> {
    await this.ask('give-repository');
  }

  async flushRedis(): Promise<void> {
    await this.redis.flushall();
  }

  async stop(): Promise<void> {
    this.redis.disconnect();
    await this.wire.close();
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.disconnect();
    await gone;
  }

  /** New connections go to where Postgres is afterwards. */
  private async ask(act: string, word = ''): Promise<ServersMessage> {
    const answer = answerOf(this.child);
    this.child.send({ act, word });
    const message = await answer;
    this.wire.aim(Number(new URL(message.postgres ?? '').port));
    return message;
  }
}

function answerOf(child: ChildProcess): Promise<ServersMessage> {
  return new Promise((settle, fail) => {
    const onExit = (code: number | null) => fail(new Error(`The servers ended: ${code}`));
    child.once('exit', onExit);
    child.once('message', (message: ServersMessage) => {
      child.off('exit', onExit);
      if (message.error) fail(new Error(message.error));
      else settle(message);
    });
  });
}
