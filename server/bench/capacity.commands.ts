import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { stopPrograms } from './bench.processes.js';
import type { CommandCost } from './capacity.model.js';
import { createBook, dropDatabase } from './ledger.book.js';
import { openAccounts, purchases, startProduct } from './settlement.purchases.js';
import { transfers } from './transfer.load.js';

const BOOK = 'bench_capacity';
const TRADERS = 1000;
/** Milliseconds of one tick of the processor times that Linux tells. */
const TICK_MS = 10;
const WARM_SECONDS = 2;

/** Processor time of a process since its start, in milliseconds; 0 when it runs somewhere else. */
function processorMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

interface Account {
  gatewayMs: number;
  postgresMs: number;
  bytes: number;
}

/** What the gateway, and the connections of all processes to this database, have used by now, and how large it is. */
async function account(client: Client, gateway: number): Promise<Account> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const size = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return {
    gatewayMs: processorMs(gateway),
    postgresMs: rows.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    bytes: Number(size.rows[0]?.bytes),
  };
}

/** Costs of the commands that people give, each measured alone through one gateway with a load that does not fill it. */
export async function commandCosts(
  serverUrl: string,
  redisUrl: string,
  seconds: number,
): Promise<Record<'transfer' | 'option', CommandCost>> {
  const bookUrl = await createBook(serverUrl, BOOK, TRADERS);
  const tokens = await openAccounts(bookUrl, TRADERS);
  const product = await startProduct(bookUrl, redisUrl);
  const client = new Client({ connectionString: bookUrl });
  await client.connect();
  try {
    const load = { connections: 4, seconds };
    const measure = async (send: (terms: typeof load) => Promise<number>): Promise<CommandCost> => {
      await send({ ...load, seconds: WARM_SECONDS });
      const idle = await within(client, product.gateway, () => pause(seconds));
      const busy = await within(client, product.gateway, () => send(load));
      const commands = busy.done * seconds;
      return {
        gatewayMs: (busy.gatewayMs - idle.gatewayMs) / commands,
        postgresMs: (busy.postgresMs - idle.postgresMs) / commands,
        bytes: (busy.bytes - idle.bytes) / commands,
      };
    };
    return {
      transfer: await measure((terms) => transfers(product.url, tokens, terms)),
      option: await measure((terms) => purchases(product.url, tokens, terms)),
    };
  } finally {
    await client.end();
    product.stop();
    stopPrograms();
    await dropDatabase(serverUrl, BOOK);
  }
}

async function within(
  client: Client,
  gateway: number,
  work: () => Promise<number>,
): Promise<Account & { done: number }> {
  const before = await account(client, gateway);
  const done = await work();
  const after = await account(client, gateway);
  return {
    done,
    gatewayMs: after.gatewayMs - before.gatewayMs,
    postgresMs: after.postgresMs - before.postgresMs,
    bytes: after.bytes - before.bytes,
  };
}

async function pause(seconds: number): Promise<number> {
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return 0;
}
