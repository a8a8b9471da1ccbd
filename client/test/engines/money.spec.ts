import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { TOTP } from 'otpauth';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { WalletCatalog } from '../../../server/features/wallet/balances/index.js';
import { USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { approvePerson, giveFundPassword } from '../browser/known-person.js';
import { TRON_ADDRESS } from '../browser/money-world.js';
import { soon } from '../browser/product.js';
import { AMOUNT, ENGINES, EngineWorld, HANGING_MS, PIN, SHEET, STEP_MS } from './engine-world.js';
import { LossyLine } from './lossy-line.js';

/** As the wire says it. */
const OTC_RELEASED = 3;
const TOTP_STEP_MS = 30_000;
const ACCOUNT = '6222 0000 1111 2222 333';

describe.each(ENGINES)('money in %s', (name, open) => {
  let world: EngineWorld;

  beforeAll(async () => {
    world = await EngineWorld.open(name, open);
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await world.app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  async function aPerson(called: string, amount = '10000'): Promise<TestUser> {
    const user = await world.aTrader('change', amount);
    await approvePerson(world.app, user.userId, called);
    await giveFundPassword(world.app, user.userId, PIN);
    return user;
  }

  async function command(by: TestUser, path: string, fields: Record<string, string>): Promise<{ id: string }> {
    const { type, message, code } = await world.call.post(path, fields, { token: by.token });
    if (type !== 'ok') throw new Error(`${path}: ${code}`);
    return message as { id: string };
  }

  it(
    'is sent to an address that is shown as a picture and copied as it is',
    async () => {
      const user = await aPerson('Ann Example');
      await world.goAs(user, '/pages/deposit/index');
      await world.sees('Send only USDT over TRC20 (TRON)');
      const shown = await world.engine.evaluate<{ title: string; parts: number; width: number }>(`() => {
        const code = document.querySelector('section[aria-label="Deposit address"] svg');
        return {
          title: code.querySelector('title').textContent,
          parts: (code.querySelector('path:last-of-type').getAttribute('d').match(/[Mm]/g) ?? []).length,
          width: code.getBoundingClientRect().width,
        };
      }`);
      expect(shown.title).toBe('Your USDT address on TRC20 (TRON)');
      expect(shown.parts).toBeGreaterThan(100);
      expect(shown.width).toBeGreaterThanOrEqual(150);
      await world.shoot('deposit');
      await world.pressButton('Copy: Deposit address');
      await world.sees('Copied');
      const { message } = await world.call.post(
        'wallet/get_in_address',
        { currency: String(USDT) },
        { token: user.token },
      );
      const { TRC20: address } = message as Record<string, string>;
      expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
      // Whatever the engine says of the clipboard: what comes out of it is the address.
      await world.press({ role: 'field', name: 'Transaction hash' });
      await world.engine.paste();
      const pasted = `() => document.activeElement.value`;
      await soon(async () => expect(await world.engine.evaluate<string>(pasted)).toBe(address), STEP_MS);
    },
    HANGING_MS,
  );

  it(
    'leaves for a saved address by the fund password and a new code of the authenticator, and is called back',
    async () => {
      const user = await aPerson('Ann Example');
      const way = world.app.application
        .get(WalletCatalog)
        .networks(USDT)
        .find(({ network }) => network === 'TRC20');
      await world.app.owner.query(
        `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
         values ($1, $2, $3, now(), now())`,
        [user.userId, way?.id, TRON_ADDRESS],
      );
      await world.goAs(user, '/pages/settings/security/authenticator');
      await world.enterCode();
      await world.pressButton('Set up');
      await world.sees('Scan this with your authenticator app');
      const secret = await world.engine.evaluate<string>(`() => document.querySelector('main code').innerText`);
      const authenticator = new TOTP({ secret: secret.replace(/\s/g, '') });
      const enrolledAt = Date.now();
      await world.fillCode(authenticator.generate({ timestamp: enrolledAt }), 'Code of the app');
      await world.pressButton('Turn on');
      await world.sees('Recovery codes');
      await world.pressButton('Done');
      await world.sees('The authenticator is on');

      await world.engine.goto(`${world.app.url}/pages/withdraw/index`);
      await world.fill('Amount', '100.5');
      await world.pressToSee(
        { role: 'button', name: 'Withdrawal address', begins: true },
        { role: 'text', name: TRON_ADDRESS, within: SHEET },
      );
      await world.pressButton('TRC20', SHEET, true);
      await world.sees('100.3995');
      await world.pressToSee(
        { role: 'button', name: 'Continue' },
        { role: 'field', name: 'Fund password', within: SHEET },
      );
      await world.fill('Fund password', PIN, SHEET);
      // A code counts once: that of the next half minute is another one.
      const isLater = () => Math.floor(Date.now() / TOTP_STEP_MS) > Math.floor(enrolledAt / TOTP_STEP_MS);
      await world.until(async () => isLater(), 'another code');
      await world.fillCode(authenticator.generate(), 'Authenticator code');
      await world.shoot('withdrawal');
      await world.pressButton('Withdraw', SHEET);
      await world.sees('Withdrawal submitted');
      expect(await world.balancesOf(user)).toEqual(expect.arrayContaining([{ kind: 'spot', balance: '9899.5' }]));

      await world.pressLink('Follow it');
      await world.comesTo('/pages/assets/withdraw/index');
      await world.pressAt('main li a, main li button');
      const sure = { role: 'button', name: 'Cancel withdrawal', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Cancel withdrawal', within: 'main' }, sure);
      await world.press(sure);
      await world.sees('The amount is back in your spot account.');
      expect(await world.balancesOf(user)).toEqual([{ kind: 'spot', balance: '10000' }]);
    },
    HANGING_MS,
  );

  it(
    'moves between accounts once, though the answer is lost and the move asked for again',
    async () => {
      const user = await world.aTrader('change', '100');
      const line = await LossyLine.open(world.app.url);
      await world.goAs(user, '/pages/transfer/index?to=contract', 'en', line.url);
      await world.fillAt(AMOUNT, '40.5');
      line.lose('/api/wallet/change');
      await world.pressButton('Transfer');
      await world.sees('The server cannot be reached');
      await world.shoot('transfer-lost');
      expect(await world.valueAt(AMOUNT)).toBe('40.5');
      line.mend();
      await world.pressButton('Transfer');
      await world.sees('Operation successful');
      expect(line.keys.length).toBeGreaterThanOrEqual(2);
      expect(line.keys[0]).toMatch(/^[\w-]{16,}$/);
      expect(new Set(line.keys).size).toBe(1);
      expect(await world.balancesOf(user)).toEqual([
        { kind: 'contract', balance: '40.5' },
        { kind: 'spot', balance: '59.5' },
      ]);
      await world.engine.goto('about:blank');
      await line.close();
    },
    HANGING_MS,
  );

  it(
    'is paid by one of two and its coins released by the other, each in turn',
    async () => {
      const seller = await aPerson('Mei Merchant');
      const buyer = await aPerson('Bao Buyer', '1');
      await world.app.owner.query(
        `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
         values ($1, 'Lotus', 'lotus', 'admitted', now(), now())`,
        [seller.userId],
      );
      const payment = await command(seller, 'ctc/payment/add', {
        way: 'bank',
        account: ACCOUNT,
        bank: 'First International Bank',
        pay_password: PIN,
      });
      const terms = { price: '7.1', total_number: '5000', min_number: '10', max_number: '5000', window: '30' };
      const advert = await command(seller, 'ctc/product/add', {
        type: 'sell',
        currency_id: '3',
        coin_code: 'CNY',
        payment_ids: payment.id,
        ...terms,
        pay_password: PIN,
      });

      await world.goAs(buyer, `/pages/otc/take?id=${advert.id}`);
      await world.fill('Amount to pay', '710');
      await world.pressToSee({ role: 'button', name: 'Next' }, { role: 'button', name: 'Place the order' });
      await world.pressButton('Place the order');
      await world.comesTo('/pages/otc/order');
      await world.sees(ACCOUNT);
      await world.shoot('otc-order');
      const order = await world.engine.evaluate<string>('() => location.pathname + location.search');
      const paid = { role: 'button', name: 'I have paid', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'I have paid' }, paid);
      await world.tick(`${SHEET} input[type=checkbox]`);
      await world.press(paid);
      await world.loses(paid);

      await world.goAs(seller, order);
      const release = { role: 'button', name: 'Release the coins', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Release the coins' }, release);
      await world.tick(`${SHEET} input[type=checkbox]`);
      await world.fill('Fund password', PIN, SHEET);
      await world.shoot('otc-release');
      await world.press(release);
      await world.sees('You have released the coins.');

      await world.goAs(buyer, order);
      await world.sees('The coins are on your spot account.');
      expect(await world.balancesOf(buyer)).toEqual([{ kind: 'spot', balance: '101' }]);
      const rows = await world.app.owner.query('select status from otc_order where buyer_id = $1', [buyer.userId]);
      expect(rows).toEqual([{ status: OTC_RELEASED }]);
    },
    HANGING_MS,
  );
});
