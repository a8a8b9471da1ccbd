import { DEPENDENCY_LIMITS } from '../../../platform/config/dependency-limits.js';
import { RefusedByDependency } from '../../../platform/health/breaker.js';
import { callOutside, isOk } from '../../../platform/outside/call-outside.js';

const { chainNodes } = DEPENDENCY_LIMITS;

/**
 * Asks a chain's node, which is the installation's own and may stand in its own network.
 * @throws Error when it does not answer in time, answers more than is read, or in another form than JSON.
 */
export async function askNode(url: string, body: object, replyMs: number = chainNodes.replyMs): Promise<unknown> {
  const reply = await callOutside(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    limitMs: replyMs,
    bytesMax: chainNodes.replyBytes,
    reach: 'any',
  }).catch((error: unknown) => {
    // Of the answer, not of the node: a user may have asked for something that is too large for us.
    const isLarge = error instanceof Error && error.message.includes('answered more than');
    throw isLarge ? new RefusedByDependency(error.message, { cause: error }) : error;
  });
  if (!isOk(reply)) throw new Error(`The node answered ${reply.status}.`);
  try {
    return JSON.parse(reply.text);
  } catch (error) {
    throw new RefusedByDependency('The node answered no JSON.', { cause: error });
  }
}

/** Topic of ERC-20's and TRC-20's `Transfer(address,address,uint256)`. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** One log of a transaction's receipt, hexadecimal digits without `0x`. */
export interface ChainLog {
  address: string;
  topics: string[];
  data: string;
}

/** What a token's logs say it moved: to which 20 bytes, and how much. Other logs are passed over. */
export function tokenTransfers(logs: ChainLog[], contract: string): { account: string; amount: bigint }[] {
  return logs.flatMap(({ address, topics, data }) => {
    const [event, , to] = topics;
    if (address.toLowerCase() !== contract.toLowerCase() || event !== TRANSFER || to?.length !== 64) return [];
    if (!/^[0-9a-f]{64}$/i.test(data)) return [];
    return [{ account: to.slice(24).toLowerCase(), amount: BigInt(`0x${data}`) }];
  });
}
