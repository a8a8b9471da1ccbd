import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BookRebates } from '../../../server/features/trading/referral/book-rebates.js';
import { RebatesStore } from '../../../server/features/trading/referral/rebates.store.js';
import { replayRebates } from '../../../server/features/trading/referral/replay-rebates.js';
import { SealJournals } from '../../../server/features/wallet/ledger/seal-journals.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { FakeClock } from '../../../server/test/fakes/fake-clock.js';
import { words as en } from '../../languages/common/en';
import { words as zh } from '../../languages/common/zh';
import { words as ownEn } from '../../languages/referral/en';
import { words as ownZh } from '../../languages/referral/zh';
import { words as spotEn } from '../../languages/spot/en';
import { words as spotZh } from '../../languages/spot/zh';
import { approvePerson } from './known-person.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { tradeBar } from './spot-ticket.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

const DAY_MS = 86_400_000;
const HANGING_MS = 240_000;
const PASSWORD = 'river stone 7 lamp';
const WORDS = { en: { ...en, ...ownEn, ...spotEn }, zh: { ...zh, ...ownZh, ...spotZh } } as const;
const SHOTS = process.env.REFERRAL_PICTURES;
/** The poster is saved and refused in English. */
const POSTERS = [...new Set(['en', ...LAID_OUT_LANGUAGES] as const)];

/** The product in this process, so that days can pass at will, with the built pages. */
describe('invitations, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed' });
    // The programme begins, by the worker that runs in the product.
    await soon(async () => {
      const [{ days }] = await world.source.query('select count(*)::integer as days from referral_day');
      expect(days).toBeGreaterThan(0);
    });
  }, 120_000);

  afterAll(() => world?.close(), 120_000);

  /** How many have ended. */
  let days = 0;

  /** The day that is on ends, and is rebated. Answers it. */
  async function endDay(day: number): Promise<string> {
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
    const unsealed = `select 1 where (select coalesce(max(id), 0) from ledger_journal)
                                   > (select coalesce(max(last_journal), 0) from ledger_seal)`;
    while ((await world.source.query(unsealed)).length > 0) await of(SealJournals).execute();
    const clock = new FakeClock(Math.floor(Date.now() / DAY_MS + day) * DAY_MS + 120_000);
    const book = new BookRebates(of(RebatesStore), of(Transactions), of(Outbox), clock, of(Metrics));
    await book.execute();
    return new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
  }

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true }) : Promise.resolve();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const field = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }));

  it.each(JOURNEY_LANGUAGES)(
    'somebody is invited by the link, trades, and brings a rebate (%s)',
    async (language) => {
      const words = WORDS[language];
      const inviter = await world.aVerifiedUser();
      const { page, context, complaints } = await world.openAs(inviter, language);
      await world.go(page, '/pages/my/index');
      await page.getByRole('link', { name: words.my.promotion }).click();
      await page.getByText(inviter.extensionCode, { exact: true }).waitFor();
      await shoot(page, `${language}-promotion-empty`);
      await world.go(page, '/pages/promotion/records');
      await page.getByText(words.referral.noPeople).waitFor();
      await shoot(page, `${language}-people-empty`);
      await page.goBack();
      const link = (await page.getByText(`?code=${inviter.extensionCode}`).textContent()) ?? '';

      const guest = await openPhone(world.browser, language);
      await guest.page.goto(world.app.url + new URL(link).pathname + new URL(link).search);
      const name = `guest-${language}-${randomBytes(3).toString('hex')}`;
      await guest.page.getByRole('tab', { name: words.form.username }).click();
      await field(guest.page, words.form.username).fill(name);
      await field(guest.page, words.form.password).fill(PASSWORD);
      await field(guest.page, words.form.repeatPassword).fill(PASSWORD);
      expect(await guest.page.getByLabel(words.register.invitation).inputValue()).toBe(inviter.extensionCode);
      await guest.page.getByRole('checkbox').check();
      await button(guest.page, words.register.submit).click();
      // The inviter's open page hears of it.
      await page.locator('dl > div').filter({ hasText: words.referral.invited }).filter({ hasText: '1' }).waitFor();
      const [{ id }] = await world.source.query('select id from account_user where username = $1', [name]);
      await fund(world.source, id, '10000');
      await approvePerson(world.app, id);
      await guest.page.waitForURL((url) => !url.pathname.includes('/login/'));

      await guest.page.goto(`${world.app.url}/pages/trade/index?symbol=BTC%2FUSDT`);
      await tradeBar(guest.page).getByRole('button', { name: words.trade.buy, exact: true }).click();
      const ticket = guest.page.getByRole('region', { name: words.spot.ticket });
      await ticket.getByLabel(words.spot.market, { exact: true }).check({ force: true });
      await ticket.getByLabel(`${words.spot.quantity} (BTC)`).fill('0.02');
      await button(guest.page, words.spot.buy.replace('{{coin}}', 'BTC')).click();
      await button(guest.page, words.spot.confirm).click();
      await guest.page.getByRole('dialog').waitFor({ state: 'hidden' });
      const [{ fee }] = await world.source.query(
        `select trim_scale(f.fee)::text as fee from spot_fill f join spot_order o on o.id = f.order_id where o.user_id = $1`,
        [id],
      );
      await guest.context.close();

      days += 1;
      const day = await endDay(days);
      const [{ amount }] = await world.source.query(
        'select trim_scale(amount)::text as amount from referral_rebate where payer_id = $1 and fee = $2',
        [id, fee],
      );
      // A fifth of the fee that the guest saw; the open page hears of it.
      await page
        .locator('dl > div')
        .filter({ hasText: words.referral.income })
        .filter({ hasNotText: '0.00' })
        .waitFor();
      await shoot(page, `${language}-promotion`);
      await world.go(page, '/pages/promotion/records?tab=rebates');
      await page.getByText('gu***').waitFor();
      await page.getByText(amount.slice(0, 6)).first().waitFor();
      await shoot(page, `${language}-rebates`);
      const known = await world.app.application.get(RebatesStore).day(day);
      expect(known && (await replayRebates(world.app.application.get(RebatesStore), known)).differences).toEqual([]);

      await world.go(page, '/pages/promotion/index');
      await button(page, words.referral.setNickname).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.referral.nickname, { exact: true }).fill('x');
      await button(page, words.form.save).click();
      await sheet.getByRole('textbox').and(page.locator('[aria-invalid="true"]')).waitFor();
      await shoot(page, `${language}-nickname-refused`);
      await sheet.getByLabel(words.referral.nickname, { exact: true }).fill(`River ${language}`);
      await sheet.getByRole('checkbox').check();
      await button(page, words.form.save).click();
      await sheet.waitFor({ state: 'hidden' });
      await page
        .getByRole('listitem')
        .filter({ hasText: `River ${language}` })
        .waitFor();
      await shoot(page, `${language}-ranking`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'the poster is a picture that is saved, and a clear word where it cannot be',
    async () => {
      const user = await world.aUser();
      for (const language of POSTERS) {
        const { page, context, complaints } = await world.openAs(user, language);
        await world.go(page, '/pages/promotion/poster');
        const picture = page.locator('img[src^="blob:"]');
        await picture.waitFor();
        await shoot(page, `${language}-poster`);
        const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
        expect(size).toEqual([750, 1200]);
        expect(complaints).toEqual([]);
        if (language !== 'en') {
          await context.close();
          continue;
        }
        // This browser is a phone's: without a sheet for pictures it is a download.
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          button(page, WORDS.en.referral.save).click(),
        ]);
        expect(download.suggestedFilename()).toBe(`invitation-${user.extensionCode}.png`);
        await page.evaluate(() => {
          URL.createObjectURL = () => {
            throw new Error('no room');
          };
        });
        await button(page, WORDS.en.referral.save).click();
        await page.getByText('Failed to save picture', { exact: false }).waitFor();
        await context.close();
      }
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'has pages that fit, at twice the text size and at 320 pixels too, and are accessible (%s)',
    async (language) => {
      const user = await world.aUser();
      const paths = [
        '/pages/promotion/index',
        '/pages/promotion/records',
        '/pages/promotion/records?tab=rebates',
        '/pages/promotion/poster',
      ];
      const { page, context, complaints } = await world.openAs(user, language);
      const addresses = paths.map((path) => world.app.url + path);
      expect(await faultsOf(page, addresses, { language })).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await faultsOf(page, addresses, { language, ruled: false })).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await faultsOf(page, addresses, { language, ruled: false })).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
