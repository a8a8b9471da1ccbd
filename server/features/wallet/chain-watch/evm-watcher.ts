import { z } from 'zod';
import type { Breaker } from '../../../platform/health/breaker.js';
import { checksummed, type CoinNetwork } from '../balances/index.js';
import type { ChainTransaction } from './chain-verdict.rules.js';
import { ChainWatcher } from './chain-watcher.js';
import { askNode, tokenTransfers } from './node-request.js';

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const receipt = z
  .object({
    status: hex,
    blockNumber: hex,
    logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })).max(5000),
  })
  .nullable();
const transaction = z.object({ to: hex.nullable(), value: hex });

/** Ethereum and its kin through JSON-RPC. */
export class EvmWatcher extends ChainWatcher {
  readonly chains: readonly string[];

  /** @param url of the node; empty: off. */
  constructor(
    private readonly url: string,
    private readonly breaker?: Breaker,
  ) {
    super();
    this.chains = url === '' ? [] : ['ethereum'];
  }

  async find({ contract }: CoinNetwork, hash: string): Promise<ChainTransaction | null> {
    const found = receipt.parse(await this.call('eth_getTransactionReceipt', [`0x${hash}`]));
    if (!found) return null;
    const head = BigInt(hex.parse(await this.call('eth_blockNumber', [])));
    const confirmations = Number(head - BigInt(found.blockNumber) + 1n);
    const succeeded = BigInt(found.status) === 1n;
    if (contract === null) return { succeeded, confirmations, transfers: await this.ownCoin(hash) };
    const logs = found.logs.map(({ address, topics, data }) => ({
      address: address.slice(2),
      topics: topics.map((topic) => topic.slice(2)),
      data: data.slice(2),
    }));
    const moved = tokenTransfers(logs, contract.slice(2));
    const transfers = moved.map(({ account, amount }) => ({ recipient: checksummed(`0x${account}`), amount }));
    return { succeeded, confirmations, transfers };
  }

  private async ownCoin(hash: string): Promise<ChainTransaction['transfers']> {
    const { to, value } = transaction.parse(await this.call('eth_getTransactionByHash', [`0x${hash}`]));
    return to === null ? [] : [{ recipient: checksummed(to), amount: BigInt(value) }];
  }

  private async call(method: string, params: unknown[]): Promise<unknown> {
    const reply = z
      .object({ result: z.unknown(), error: z.unknown().optional() })
      .parse(await this.ask({ jsonrpc: '2.0', id: 1, method, params }));
    if (reply.error) throw new Error(`The node refused ${method}.`);
    return reply.result;
  }

  private ask(body: object): Promise<unknown> {
    const work = () => askNode(this.url, body);
    return this.breaker ? this.breaker.call(work) : work();
  }
}
