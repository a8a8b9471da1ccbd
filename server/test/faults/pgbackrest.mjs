import { randomBytes } from 'node:crypto';
import {
  cpSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveTo, identityOf, mayUse } from '../../platform/embedded/services/accounts.mjs';
import { run } from '../../platform/embedded/commands.mjs';

/** The files that are shipped, as they are; what an installation has of its own is written into a copy of theirs for that. */
const SHIPPED = fileURLToPath(new URL('../../deploy/pgbackrest', import.meta.url));
const UNIT = 'pgbackrest-backup@.service';
/** A program of the distribution that was fetched lies in a folder of its own under this name, with its libraries. */
const FETCHED = 'start';

/** How files of a repository begin that anybody can read: compressed, and lists in sections. */
const OPEN = [Buffer.from('28b52ffd', 'hex'), Buffer.from('[')];

/** @typedef {import('../../platform/embedded/services/accounts.mjs').Account | null} Account */

/**
 * pgBackRest beside a Postgres of the tests, with the shipped configuration: an encrypted repository in a folder, under the account of
 * Postgres, which it is called by.
 */
export class PgBackRest {
  /**
   * @param {{ program: string, folder: string, account: Account }} options `folder`: of its own, not among Postgres' files
   */
  constructor({ program, folder, account }) {
    this.account = account;
    this.folder = folder;
    /** Where Postgres listens for it: a name, since a path of the tests may be too long for a socket. */
    this.socket = `@pgbackrest-${process.pid}`;
    this.repository = join(folder, 'repository');
    this.passphrase = randomBytes(36).toString('base64');
    mkdirSync(folder, { mode: 0o700 });
    giveTo(account, folder);
    for (const name of ['bin', 'etc', 'repository', 'spool', 'log', 'lock']) this.#makeFolder(name);
    cpSync(SHIPPED, join(folder, 'etc'), { recursive: true });
    this.#own(join(folder, 'etc'));
    // Found by its name, as the shipped command of Postgres calls it.
    writeFileSync(join(folder, 'bin/pgbackrest'), `#!/bin/sh\nexec '${this.#reachable(program)}' "$@"\n`);
    chmodSync(join(folder, 'bin/pgbackrest'), 0o755);
  }

  /** What a process of Postgres needs to call it. */
  get environment() {
    return {
      PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`,
      PGBACKREST_CONFIG: join(this.folder, 'etc/pgbackrest.conf'),
      PGBACKREST_CONFIG_INCLUDE_PATH: join(this.folder, 'etc/conf.d'),
      PGBACKREST_SPOOL_PATH: join(this.folder, 'spool'),
      PGBACKREST_LOG_PATH: join(this.folder, 'log'),
      PGBACKREST_LOCK_PATH: join(this.folder, 'lock'),
    };
  }

  /** What is added to Postgres' own settings. */
  get archiving() {
    return join(this.folder, 'etc/archiving.conf');
  }

  /**
   * Says where Postgres is, in the place of what the shipped file says.
   * @param {{ data: string, url: string }} postgres
   */
  point({ data, url }) {
    const { port, password } = new URL(url);
    this.password = password;
    const own = /** @type {Record<string, string>} */ ({
      'repo1-type': 'posix',
      'repo1-path': this.repository,
      'repo1-cipher-pass': this.passphrase,
      'pg1-path': data,
      'pg1-port': port,
      'pg1-socket-path': this.socket,
    });
    const shipped = readFileSync(join(SHIPPED, 'conf.d/place.conf'), 'utf8');
    const lines = shipped.split('\n').filter((line) => !line.startsWith('repo1-s3-'));
    const filled = lines.map((line) => {
      const [name = ''] = line.split('=');
      return name in own ? `${name}=${own[name]}` : line;
    });
    const file = join(this.folder, 'etc/conf.d/place.conf');
    writeFileSync(file, filled.join('\n'), { mode: 0o600 });
    giveTo(this.account, file);
  }

  /** Makes the repository, and sees a piece of the log arrive there. */
  async begin() {
    await this.#do('--stanza=trading', 'stanza-create');
    await this.check();
  }

  /** A piece of the log is finished, and waited for in the repository. */
  async check() {
    await this.#do('--stanza=trading', 'check');
  }

  /**
   * As the shipped unit does it.
   * @param {'full' | 'incr'} kind
   */
  async backUp(kind) {
    const [, line = ''] = /^ExecStart=pgbackrest (.+)$/m.exec(readFileSync(join(SHIPPED, UNIT), 'utf8')) ?? [];
    await this.#do(...line.replaceAll('%i', kind).split(' '));
  }

  /** What went with the machine: who sends, and what waited to be sent. */
  async forgetMachine() {
    await this.#do('--force', 'stop');
    for (const name of ['spool', 'log', 'lock']) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
      this.#makeFolder(name);
    }
  }

  /**
   * Brings the files back, for a Postgres that then recovers as far as it is asked to.
   * @param {{ data: string, until: string }} restore `until`: the last instant as ISO 8601 in UTC, or nothing for as far as the archive goes
   */
  async restore({ data, until }) {
    mkdirSync(data, { mode: 0o700 });
    giveTo(this.account, data);
    const target = [
      '--type=time',
      `--target=${until.replace('T', ' ').replace('Z', '+00')}`,
      '--target-action=promote',
    ];
    await this.#do('--stanza=trading', ...(until === '' ? [] : target), 'restore');
  }

  get isThere() {
    return lstatSync(this.repository).isDirectory();
  }

  /** What stands where it was is a file, so that nobody begins another one there. */
  takeRepository() {
    renameSync(this.repository, `${this.repository}.away`);
    writeFileSync(this.repository, '');
  }

  giveRepository() {
    rmSync(this.repository);
    renameSync(`${this.repository}.away`, this.repository);
  }

  /** @returns the backups that there are, oldest first, as pgBackRest says it */
  async backups() {
    const [stanza] = JSON.parse(await this.#do('--stanza=trading', '--output=json', 'info'));
    return stanza.backup.map((/** @type {{ type: string }} */ { type }) => type);
  }

  /** Files of the repository that are not encrypted: they begin with text, or as what was compressed does. */
  readable() {
    const entries = readdirSync(this.repository, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => OPEN.some((beginning) => readFileSync(file).subarray(0, beginning.length).equals(beginning)));
  }

  /** @param {string[]} parameters */
  async #do(...parameters) {
    const env = { ...process.env, ...this.environment, PGPASSWORD: this.password };
    const options = { cwd: this.folder, env, detached: true, ...identityOf(this.account) };
    const { code, output } = await run(join(this.folder, 'bin/pgbackrest'), parameters, options);
    if (code !== 0) throw new Error(`pgbackrest ${parameters.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  /**
   * Where the account of Postgres cannot enter the checkout, a copy.
   * @param {string} program
   */
  #reachable(program) {
    if (mayUse(this.account, '-x', program)) return program;
    const copy = join(this.folder, 'program');
    const place = program.endsWith(`/${FETCHED}`) ? dirname(program) : program;
    cpSync(place, copy, { recursive: true, verbatimSymlinks: true });
    this.#own(copy);
    return place === program ? copy : join(copy, FETCHED);
  }

  /** @param {string} name */
  #makeFolder(name) {
    mkdirSync(join(this.folder, name), { mode: 0o700 });
    giveTo(this.account, join(this.folder, name));
  }

  /** @param {string} path */
  #own(path) {
    if (lstatSync(path).isSymbolicLink()) return;
    giveTo(this.account, path);
    if (!lstatSync(path).isDirectory()) return;
    for (const name of readdirSync(path)) this.#own(join(path, name));
  }
}
