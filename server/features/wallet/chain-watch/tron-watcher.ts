import { z } from 'zod';
import type { Breaker } from '../../../platform/health/breaker.js';
import { type CoinNetwork, tronAccount, tronAddress } from '../balances/index.js';
import type { ChainTransaction } from './chain-verdict.rules.js';
import { ChainWatcher } from './chain-watcher.js';
import { askNode, tokenTransfers } from './node-request.js';

const receipt = z.object({
  id: z.string().optional(),
  blockNumber: z.number().int().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z
    .array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string().default('') }))
    .max(5000)
    .default([]),
});
const block = z.object({ block_header: z.object({ raw_data: z.object({ number: z.number().int() }) }) });

/** Tokens on TRON through a full node's HTTP interface. */
export class TronWatcher extends ChainWatcher {
  readonly chains: readonly string[];

  /** @param url of the node; empty: off. */
  constructor(
    private readonly url: string,
    private readonly breaker?: Breaker,
  ) {
    super();
    this.chains = url === '' ? [] : ['tron'];
  }

  async find({ contract }: CoinNetwork, hash: string): Promise<ChainTransaction | null> {
    const found = receipt.parse(await this.ask('gettransactioninfobyid', { value: hash }));
    if (found.id === undefined || found.blockNumber === undefined) return null;
    const { block_header: head } = block.parse(await this.ask('getnowblock', {}));
    const token = contract === null ? null : tronAccount(contract);
    const moved = token === null ? [] : tokenTransfers(found.log, token);
    return {
      succeeded: found.receipt?.result === 'SUCCESS',
      confirmations: head.raw_data.number - found.blockNumber + 1,
      transfers: moved.map(({ account, amount }) => ({ recipient: tronAddress(account), amount })),
    };
  }

  private ask(what: string, body: object): Promise<unknown> {
    const work = () => askNode(`${this.url}/wallet/${what}`, body);
    return this.breaker ? this.breaker.call(work) : work();
  }
}
