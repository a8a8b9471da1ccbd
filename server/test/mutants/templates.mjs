import { Client } from 'pg';

/** The templates of test databases, on a server that nobody else uses. */
export class Templates {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /**
   * The template of all test databases with this function in place of its own.
   * @param {string} text
   * @returns {Promise<string | null>} null when Postgres does not take the function
   */
  async with(text) {
    const [base] = await this.#ask(`select datname as name from pg_database where datname like 'template\\_%'`);
    if (!base) throw new Error('No test has made a template yet.');
    await this.#ask('drop database if exists mutant with (force)');
    await this.#ask(`create database mutant template ${base.name}`);
    try {
      const url = new URL(this.url);
      url.pathname = '/mutant';
      await this.#ask(text, url.toString());
      return 'mutant';
    } catch {
      return null;
    }
  }

  /** Removes what files that ended early have left. */
  async tidy() {
    const left = await this.#ask(
      `select datname as name from pg_database d where datname like 'test\\_%'
          and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    );
    for (const { name } of left) await this.#ask(`drop database if exists ${name}`);
  }

  /**
   * @param {string} statement
   * @param {string} url
   * @returns {Promise<{ name: string }[]>}
   */
  async #ask(statement, url = this.url) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
}
