import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { Page } from 'playwright-core';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { mailbox } from '../../../server/test/mailbox.js';
import { creditDeposit } from './credited-deposit.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 480_000;
const PATIENCE_MS = 120_000;
const SETTINGS = '/pages/settings/notifications/index';
const SHOTS = process.env.NOTIFICATION_PICTURES;

const WORDS = {
  en: {
    deposits: 'Deposits: by mail',
    orders: 'Filled orders: by mail',
    credited: (amount: string) => `${amount} USDT of your deposit are on your account`,
    bought: /Limit order filled: bought 0\.01 of BTC\/USDT/,
  },
  zh: {
    deposits: '充值：邮件',
    orders: '委托成交：邮件',
    credited: (amount: string) => `您充值的 ${amount} USDT 已到账`,
    bought: /限价委托已成交：买入 BTC\/USDT 0\.01/,
  },
} as const;

/** What happens on an account is mailed where its kind is to be, and nowhere else. */
describe.each(JOURNEY_LANGUAGES)('mails of what happens, in %s', (language) => {
  const words = WORDS[language];
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed', REAL_MONEY_ON_SIMULATED: 'true' }, ['BTC/USDT']);
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await world.app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const mailsTo = async ({ email }: TestUser): Promise<string[]> =>
    (await mailbox(world.app)).filter(({ to }) => to === email).map(({ text }) => text);
  /** Until the worker has decided of everything that happened how else it is told, and has mailed what is to be. */
  const settled = ({ userId }: TestUser) =>
    eventually(
      async () => {
        const [row] = await world.source.query(
          `select exists (select 1 from notice_outgoing o join account_notice n on n.id = o.notice_id where n.user_id = $1)
               or exists (select 1 from notice_delivery d join account_notice n on n.id = d.notice_id
                           where n.user_id = $1 and d.outcome is null) as waiting`,
          [userId],
        );
        return !row.waiting;
      },
      'everything to be told',
      PATIENCE_MS,
    );
  const happened = (user: TestUser, kinds: readonly string[]) =>
    soon(async () => {
      const rows: { kind: string }[] = await world.source.query(
        'select kind from account_notice where user_id = $1 order by kind',
        [user.userId],
      );
      expect(rows.map(({ kind }) => kind)).toEqual(kinds);
    }, PATIENCE_MS);
  const choose = async (page: Page, name: string, checked: boolean) => {
    const box = page.getByRole('checkbox', { name });
    expect(await box.isChecked()).toBe(!checked);
    await box.click();
    await soon(async () => expect(await box.isChecked()).toBe(checked));
  };

  it(
    'come of the kinds that are chosen on the page, and of no other',
    async () => {
      const user = await world.aVerifiedUser();
      await world.source.query('update account_user set language = $2 where id = $1', [user.userId, language]);
      await fund(world.source, user.userId, '10000');
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);

      // Deposits are mailed from the first on.
      await creditDeposit(world, user, '60');
      await soon(async () => expect((await mailsTo(user)).join('\n')).toContain(words.credited('60')), PATIENCE_MS);

      await world.go(page, SETTINGS);
      await choose(page, words.deposits, false);
      await choose(page, words.orders, true);
      await soon(async () => {
        const [row] = await world.source.query('select mail from notification_setting where user_id = $1', [
          user.userId,
        ]);
        expect([row?.mail.includes('credits'), row?.mail.includes('orders')]).toEqual([false, true]);
      }, PATIENCE_MS);
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-mails.png`), fullPage: true });
      await creditDeposit(world, user, '61');
      const order = { currency_id: '1', legal_id: '3', type: '1', amount: '0.01', target_price: '90000' };
      await soon(
        async () =>
          expect(await world.call.post('coin/trade', order, { token: user.token })).toMatchObject({ type: 'ok' }),
        PATIENCE_MS,
      );
      await happened(user, ['deposit-credited', 'deposit-credited', 'order-bought']);
      await settled(user);
      await soon(async () => expect((await mailsTo(user)).join('\n')).toMatch(words.bought), PATIENCE_MS);
      expect((await mailsTo(user)).join('\n')).not.toContain(words.credited('61'));

      // Chosen again, it is mailed from then on, and the other one is not any more.
      await choose(page, words.deposits, true);
      await choose(page, words.orders, false);
      await soon(async () => {
        const [row] = await world.source.query('select mail from notification_setting where user_id = $1', [
          user.userId,
        ]);
        expect([row?.mail.includes('credits'), row?.mail.includes('orders')]).toEqual([true, false]);
      }, PATIENCE_MS);
      await soon(
        async () =>
          expect(await world.call.post('coin/trade', order, { token: user.token })).toMatchObject({ type: 'ok' }),
        PATIENCE_MS,
      );
      await creditDeposit(world, user, '62');
      await happened(user, [
        'deposit-credited',
        'deposit-credited',
        'deposit-credited',
        'order-bought',
        'order-bought',
      ]);
      await settled(user);
      await soon(async () => expect((await mailsTo(user)).join('\n')).toContain(words.credited('62')), PATIENCE_MS);
      const all = await mailsTo(user);
      expect(all.join('\n')).not.toContain(words.credited('61'));
      expect(all.filter((text) => words.bought.test(text))).toHaveLength(1);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
