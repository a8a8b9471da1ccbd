import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { aUser } from '../factories/users.js';
import { aWallet } from '../factories/wallets.js';

let app: TestApp;
let call: Caller;
let database: Pool;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', PUBLIC_URL: 'https://trade.example:8443' });
  call = new Caller(app);
  database = new Pool({ connectionString: app.database.url, max: 2 });
}, 60_000);

afterAll(async () => {
  await database.end();
  await app.close();
});

describe('a login by wallet', () => {
  async function ask(wallet: { chain: string; address: string }, by = call) {
    const { message } = await by.post('user/wallet_nonce', { chain: wallet.chain, address: wallet.address });
    return message as { message: string; nonce: string };
  }

  it.each(['ERC', 'TRC'] as const)('makes an account the first time and finds it again (%s)', async (chain) => {
    const wallet = aWallet(chain);
    const first = await ask(wallet);
    expect(first.message.split('\n').slice(0, 2)).toEqual([
      `trade.example:8443 wants you to sign in with your ${chain === 'ERC' ? 'Ethereum' : 'TRON'} account:`,
      wallet.address,
    ]);
    const form = { chain, address: wallet.address };
    const reply = await call.post('user/wallet_login', {
      ...form,
      nonce: first.nonce,
      signature: wallet.sign(first.message),
    });
    expect(reply).toMatchObject({ type: 'ok' });
    expect(reply.headers.get('set-cookie')).toMatch(/; Secure$/);
    const token = String(reply.message);
    const center = await call.get('user/center', { token });
    const again = await ask({ chain, address: chain === 'ERC' ? wallet.address.toLowerCase() : wallet.address });
    const second = await call.post('user/wallet_login', {
      ...form,
      nonce: again.nonce,
      signature: wallet.sign(again.message),
    });
    expect((await call.get('user/center', { token: String(second.message) })).message).toEqual(center.message);
    expect(await call.post('user/wallets', {}, { token })).toMatchObject({
      message: [{ chain, address: wallet.address }],
    });
  });

  it('takes a nonce once, whoever is quicker', async () => {
    const wallet = aWallet('ERC');
    const { message, nonce } = await ask(wallet);
    const form = { chain: 'ERC', address: wallet.address, nonce, signature: wallet.sign(message) };
    const replies = await Promise.all(Array.from({ length: 10 }, () => call.post('user/wallet_login', form)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'account.wallet-login-failed')).toHaveLength(9);
  });

  it('makes one account of ten first logins at once', async () => {
    const wallet = aWallet('TRC');
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(wallet)));
    const replies = await Promise.all(
      asked.map(({ message, nonce }) =>
        call.post('user/wallet_login', {
          chain: 'TRC',
          address: wallet.address,
          nonce,
          signature: wallet.sign(message),
        }),
      ),
    );
    expect(replies.every(({ type }) => type === 'ok')).toBe(true);
    const rows = await database.query('select count(*)::int as keys from account_wallet_key where address = $1', [
      wallet.address,
    ]);
    expect(rows.rows).toEqual([{ keys: 1 }]);
  });

  it.each<[string, (text: string) => string]>([
    ['the text of another site', (text) => text.replace('trade.example', 'evil.example')],
    ['the text of another chain', (text) => text.replace('Chain ID: 1', 'Chain ID: 56')],
    ['another nonce', (text) => text.replace(/Nonce: .{4}/, 'Nonce: 0000')],
    ['a longer validity', (text) => text.replace(/Expiration Time: 20../, 'Expiration Time: 2099')],
  ])('refuses a signature of %s', async (_what, change) => {
    const wallet = aWallet('ERC');
    const { message, nonce } = await ask(wallet);
    const form = { chain: 'ERC', address: wallet.address, nonce };
    expect(await call.post('user/wallet_login', { ...form, signature: wallet.sign(change(message)) })).toMatchObject({
      code: 'account.wallet-login-failed',
      message: 'Failed to connect wallet, please try again',
    });
    expect(await call.post('user/wallet_login', { ...form, signature: wallet.sign(message) })).toMatchObject({
      code: 'account.wallet-login-failed',
    });
  });

  it('refuses the key of somebody else, and a text that ran out', async () => {
    const wallet = aWallet('ERC');
    const asked = await ask(wallet);
    const form = { chain: 'ERC', address: wallet.address };
    expect(
      await call.post('user/wallet_login', {
        ...form,
        nonce: asked.nonce,
        signature: aWallet('ERC').sign(asked.message),
      }),
    ).toMatchObject({ code: 'account.wallet-login-failed' });
    const late = await ask(wallet);
    await database.query('update account_wallet_nonce set expires_at = now() where nonce = $1', [late.nonce]);
    expect(
      await call.post('user/wallet_login', { ...form, nonce: late.nonce, signature: wallet.sign(late.message) }),
    ).toMatchObject({ code: 'account.wallet-login-failed' });
  });

  it.each([
    ['ERC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '1', 'Operation failed, please switch to an ERC wallet'],
    ['TRC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '1', 'Operation failed, please switch to a TRC wallet'],
    ['ERC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', '1', 'Operation failed, please switch to an ERC wallet'],
    ['ERC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '31337', 'Operation failed, please switch to an ERC wallet'],
  ])('%s with %s on chain %s: %s %s', async (chain, address, chain_id, message) => {
    expect(await call.post('user/wallet_nonce', { chain, address, chain_id })).toMatchObject({
      type: 'error',
      message,
    });
  });

  describe('where nobody comes without an invitation', () => {
    let closed: TestApp;

    beforeAll(async () => {
      const own = { PUBLIC_URL: 'https://trade.example:8443', REGISTER_INVITATION_REQUIRED: 'true' };
      closed = await bootApp({ ROLES: 'gateway', ...own }, app.database);
    }, 60_000);

    afterAll(() => closed?.close());

    it('makes an account with the code of a user only, and asks for none the next time', async () => {
      const by = new Caller(closed);
      const inviter = await aUser(app.database.url);
      const wallet = aWallet('ERC');
      const enter = async (fields: Record<string, string> = {}) => {
        const { message, nonce } = await ask(wallet, by);
        const form = { chain: 'ERC', address: wallet.address, nonce, signature: wallet.sign(message) };
        return by.post('user/wallet_login', { ...form, ...fields });
      };
      expect(await enter()).toMatchObject({ code: 'account.invitation-required' });
      const unknown = `X${randomBytes(4).toString('hex').toUpperCase()}`;
      expect(await enter({ extension_code: unknown })).toMatchObject({ code: 'account.invitation-unknown' });
      const none = await database.query('select 1 from account_wallet_key where address = $1', [wallet.address]);
      expect(none.rows).toEqual([]);
      expect(await enter({ extension_code: inviter.extensionCode })).toMatchObject({ type: 'ok' });
      const { rows } = await database.query(
        `select u.invited_by from account_user u join account_wallet_key k on k.user_id = u.id where k.address = $1`,
        [wallet.address],
      );
      expect(rows).toEqual([{ invited_by: inviter.userId }]);
      expect(await enter()).toMatchObject({ type: 'ok' });
    });
  });
});
