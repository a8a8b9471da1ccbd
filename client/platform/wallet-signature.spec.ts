import type { ErcProvider, TronWallet } from './wallet-providers';
import { connectErc, connectTron } from './wallet-signature';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

function ercWallet(answers: Record<string, unknown>): { provider: ErcProvider; asked: unknown[] } {
  const asked: unknown[] = [];
  const provider: ErcProvider = {
    request(call) {
      asked.push(call);
      const answer = answers[call.method];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return { provider, asked };
}

const refusal = (code: number) => Object.assign(new Error('no'), { code });

describe('an ERC wallet', () => {
  it('is asked for its address, its chain, and one signature, and for nothing else', async () => {
    const { provider, asked } = ercWallet({
      eth_requestAccounts: [ADDRESS],
      eth_chainId: '0x38',
      personal_sign: '0xsigned',
    });
    const signer = await connectErc(provider);
    expect(signer).toMatchObject({ chain: 'ERC', address: ADDRESS, chainId: '56' });
    await expect(signer.sign('Hé')).resolves.toBe('0xsigned');
    expect(asked).toEqual([
      { method: 'eth_requestAccounts' },
      { method: 'eth_chainId' },
      { method: 'personal_sign', params: ['0x48c3a9', ADDRESS] },
    ]);
  });

  it.each([
    ['declined', refusal(4001)],
    ['pending', refusal(-32_002)],
    ['failed', refusal(-32_603)],
  ])('that answers with a number of EIP-1193 or EIP-1474: %s', async (problem, error) => {
    await expect(connectErc(ercWallet({ eth_requestAccounts: error }).provider)).rejects.toMatchObject({ problem });
  });

  it('that answers with a TRON address is no ERC wallet', async () => {
    const { provider } = ercWallet({ eth_requestAccounts: [TRON] });
    await expect(connectErc(provider)).rejects.toMatchObject({ problem: 'needErc' });
  });

  it.each([[undefined], [[]], [[1]]])('that names no account has failed: %j', async (accounts) => {
    await expect(connectErc(ercWallet({ eth_requestAccounts: accounts }).provider)).rejects.toMatchObject({
      problem: 'failed',
    });
  });
});

describe('a TRON wallet', () => {
  it('is asked for its account and one signature', async () => {
    const asked: string[] = [];
    const wallet: TronWallet = {
      request: ({ method }) => Promise.resolve(asked.push(method)),
      tronWeb: {
        defaultAddress: { base58: TRON },
        trx: { signMessageV2: (message) => Promise.resolve(`signed ${message}`) },
      },
    };
    const signer = await connectTron(wallet);
    expect(signer).toMatchObject({ chain: 'TRC', address: TRON, chainId: null });
    await expect(signer.sign('text')).resolves.toBe('signed text');
    expect(asked).toEqual(['tron_requestAccounts']);
  });

  it('that is locked has failed; one with a foreign address must be switched', async () => {
    await expect(connectTron({ tronWeb: { defaultAddress: { base58: false } } })).rejects.toMatchObject({
      problem: 'failed',
    });
    await expect(connectTron({ tronWeb: { defaultAddress: { base58: ADDRESS } } })).rejects.toMatchObject({
      problem: 'needTrc',
    });
  });

  it('that says in words that the user declined has been declined', async () => {
    const wallet: TronWallet = { request: () => Promise.reject('Confirmation declined by user') };
    await expect(connectTron(wallet)).rejects.toMatchObject({ problem: 'declined' });
  });
});
