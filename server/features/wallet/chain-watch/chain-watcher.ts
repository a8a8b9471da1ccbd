import type { CoinNetwork } from '../balances/index.js';
import type { ChainTransaction } from './chain-verdict.rules.js';

/** Asks a chain's node about a transaction. It only reads: nothing is ever credited on its word alone. */
export abstract class ChainWatcher {
  /** The chains that it can ask about; none while no node is configured. */
  abstract readonly chains: readonly string[];

  /**
   * @param hash 64 hexadecimal digits in lower case.
   * @returns null when the chain does not know the transaction.
   * @throws Error when the node cannot be asked.
   */
  abstract find(network: CoinNetwork, hash: string): Promise<ChainTransaction | null>;
}

/** Every watcher that is configured. */
export class ChainWatchers {
  constructor(private readonly all: ChainWatcher[]) {}

  get chains(): string[] {
    return this.all.flatMap(({ chains }) => chains);
  }

  of(chain: string): ChainWatcher | undefined {
    return this.all.find(({ chains }) => chains.includes(chain));
  }
}
