import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoinNetwork } from '../balances/index.js';
import { judge } from './chain-verdict.rules.js';
import { EvmWatcher } from './evm-watcher.js';
import { TronWatcher } from './tron-watcher.js';

const HASH = 'ab'.repeat(32);
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const EVM_RECIPIENT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON_RECIPIENT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0');

const network = (values: Partial<CoinNetwork>): CoinNetwork => ({
  id: 1,
  currencyId: 3,
  network: 'ERC20',
  chain: 'ethereum',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  chainDecimals: 6,
  confirmations: 12,
  depositMinimum: '1',
  withdrawalMinimum: '1',
  withdrawalFee: '0',
  withdrawalFeePercent: '0',
  secondPersonAbove: null,
  depositsOn: true,
  withdrawalsOn: true,
  ...values,
});

/** Answers as a node does: what it knows by method or path, and null for everything else. */
class FakeNode {
  known = new Map<string, unknown>();
  private server: Server | null = null;
  url = '';

  async start(): Promise<void> {
    this.server = createServer((request, reply) => {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        const { method } = JSON.parse(text) as { method?: string };
        const answer = this.known.get(method ?? request.url ?? '') ?? null;
        reply.end(JSON.stringify(method ? { jsonrpc: '2.0', id: 1, result: answer } : (answer ?? {})));
      });
    });
    await new Promise<void>((done) => this.server?.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((done) => this.server?.close(done));
  }
}

const node = new FakeNode();
beforeAll(() => node.start());
afterAll(() => node.stop());
beforeEach(() => node.known.clear());

describe('on an EVM chain', () => {
  const expected = { amount: '100', scale: 8, recipient: EVM_RECIPIENT, chainDecimals: 6, confirmations: 12 };
  const receipt = (values = {}) => ({
    status: '0x1',
    blockNumber: '0x64',
    logs: [
      {
        address: '0xdac17f958d2ee523a2206206994597c13d831ec7',
        topics: [TRANSFER, `0x${word('0x1')}`, `0x${word(EVM_RECIPIENT)}`],
        data: `0x${word((100_000_000).toString(16))}`,
      },
    ],
    ...values,
  });
  const look = async (values?: object, head = '0x6f') => {
    node.known.set('eth_getTransactionReceipt', values ?? null);
    node.known.set('eth_blockNumber', head);
    return judge(expected, await new EvmWatcher(node.url).find(network({}), HASH));
  };

  it('a transfer of the token is confirmed after its blocks', async () => {
    expect(await look(receipt())).toBe('confirmed');
    expect(await look(receipt(), '0x6e')).toBe('confirming');
  });

  it('anything else is told apart', async () => {
    expect(await look()).toBe('not-found');
    expect(await look(receipt({ status: '0x0' }))).toBe('failed');
    const [log] = receipt().logs;
    const other = (change: object) => look(receipt({ logs: [{ ...log, ...change }] }));
    expect(await other({ address: `0x${'1'.repeat(40)}` })).toBe('wrong-recipient');
    expect(await other({ topics: [TRANSFER, log?.topics[1], `0x${word('0x2')}`] })).toBe('wrong-recipient');
    expect(await other({ topics: [`0x${'1'.repeat(64)}`, log?.topics[1], log?.topics[2]] })).toBe('wrong-recipient');
    expect(await other({ data: `0x${word('0x5f5e0ff')}` })).toBe('wrong-amount');
  });

  it("the chain's own coin is in the transaction itself", async () => {
    node.known.set('eth_getTransactionReceipt', receipt({ logs: [] }));
    node.known.set('eth_blockNumber', '0x6f');
    node.known.set('eth_getTransactionByHash', { to: EVM_RECIPIENT.toLowerCase(), value: '0xde0b6b3a7640000' });
    const found = await new EvmWatcher(node.url).find(network({ contract: null }), HASH);
    expect(judge({ ...expected, amount: '1', chainDecimals: 18 }, found)).toBe('confirmed');
  });

  it('a node that answers nonsense is an error and no verdict, and without a node nothing is asked', async () => {
    await expect(look({ status: 1 })).rejects.toThrow();
    expect(new EvmWatcher('').chains).toEqual([]);
  });
});

describe('on TRON', () => {
  const expected = { amount: '100', scale: 8, recipient: TRON_RECIPIENT, chainDecimals: 6, confirmations: 20 };
  const tron = network({ network: 'TRC20', chain: 'tron', contract: TRON_RECIPIENT });
  const look = async (values: object | null, head = 119) => {
    node.known.set('/wallet/gettransactioninfobyid', values);
    node.known.set('/wallet/getnowblock', { block_header: { raw_data: { number: head } } });
    return judge(expected, await new TronWatcher(node.url).find(tron, HASH));
  };
  const receipt = {
    id: HASH,
    blockNumber: 100,
    receipt: { result: 'SUCCESS' },
    log: [
      {
        address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
        topics: [TRANSFER.slice(2), word('0x1'), word('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')],
        data: word((100_000_000).toString(16)),
      },
    ],
  };

  it('a transfer of the token is confirmed after its blocks, and anything else told apart', async () => {
    expect(await look(receipt)).toBe('confirmed');
    expect(await look(receipt, 118)).toBe('confirming');
    expect(await look(null)).toBe('not-found');
    expect(await look({ ...receipt, receipt: { result: 'REVERT' } })).toBe('failed');
    expect(await look({ ...receipt, log: [] })).toBe('wrong-recipient');
  });
});
