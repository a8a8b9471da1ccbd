import { readFileSync } from 'node:fs';
import { toUnits } from '../../../server/contract/money.js';
import { aLedger, TEST_REASON, USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { addUp, dayWords, FIGURE_WORDS, giveAt, shoot, shown } from './figure-words.js';
import { PageWorld } from './page-world.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { sheetsLeft } from './rest.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const DAY_MS = 86_400_000;

describe('figures, on the pages', () => {
  let world: PageWorld;
  let user: TestUser;
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const daysAgo = (days: number) => midnight - days * DAY_MS + 3_600_000;
  const changes = ['12.5', '-40', '8', '60.25', '-3', '25', '-18.75', '4'].map((amount, place) => ({
    amount,
    at: daysAgo(18 - 2 * place),
  }));

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await world.aUser();
    await giveAt(world, user.userId, '1000', daysAgo(20));
    for (const [place, { amount, at }] of changes.entries())
      await aLedger(world.source).postAlone({
        reason: TEST_REASON,
        reference: `figures-${place}`,
        at,
        legs: [
          { owner: user.userId, kind: 'spot', currencyId: USDT, amount },
          {
            owner: null,
            kind: 'house_pnl',
            currencyId: USDT,
            amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
          },
        ],
      });
    await addUp(world);
  }, HANGING_MS);
  afterAll(() => world?.close());

  it.each(JOURNEY_LANGUAGES)(
    'somebody sees what each day brought, shares the percentage and keeps the statement (%s)',
    async (language) => {
      const words = FIGURE_WORDS[language];
      const { page, context, complaints } = await world.openAs(user, language);
      await world.go(page, '/pages/assets/profit');
      const whole = page.getByRole('region', { name: words.profit.total });
      await whole.getByText('+48.00').waitFor();
      await page.getByRole('img', { name: /1,?048/ }).waitFor();
      await shoot(page, `${language}-profit`);
      await page.getByRole('tab', { name: words.profit.month }).click();
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
      const calendar = page.getByRole('region', { name: words.profit.calendar });
      for (const { amount, at } of changes.toReversed()) {
        const month = calendar.getByRole('heading', { name: dayWords(at, language, 'month'), exact: true });
        if ((await month.count()) === 0) await calendar.getByRole('button', { name: words.profit.before }).click();
        await month.waitFor();
        const cell = `${dayWords(at, language)}: ${shown(toUnits(amount))} USDT`;
        await calendar.getByRole('cell', { name: cell, exact: true }).waitFor();
      }
      const first = new Date(changes[0]?.at ?? 0);
      const monthBefore = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1);
      await calendar.getByRole('button', { name: words.profit.before }).click();
      await calendar.getByRole('heading', { name: dayWords(monthBefore, language, 'month'), exact: true }).waitFor();
      const quiet = `${dayWords(monthBefore, language)}: 0.00 USDT`;
      await calendar.getByRole('cell', { name: quiet, exact: true }).waitFor();
      await calendar.getByRole('button', { name: words.profit.after }).click();
      await calendar
        .getByRole('heading', { name: dayWords(first.getTime(), language, 'month'), exact: true })
        .waitFor();

      await page.getByRole('button', { name: words.share.title }).click();
      const sheet = page.getByRole('dialog');
      const picture = sheet.locator('img');
      await picture.waitFor();
      // Neither an amount nor a name.
      expect(await picture.getAttribute('alt')).not.toMatch(/48\.00|1,?048|user-/);
      await shoot(page, `${language}-share`);
      await sheet.getByRole('switch').click({ force: true });
      await page.waitForFunction(
        () => (document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalHeight ?? 0) > 600,
      );
      await shoot(page, `${language}-share-code`);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await sheetsLeft(page);

      await world.go(page, '/pages/assets/export?list=wallet.statement');
      await page.getByLabel(words.export.year, { exact: true }).check({ force: true });
      await shoot(page, `${language}-export`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words.export.save, exact: true }).click(),
      ]);
      const text = readFileSync(await file.path(), 'utf8');
      expect([file.suggestedFilename().slice(-4), text.charCodeAt(0)]).toEqual(['.csv', 0xfeff]);
      expect(text).toContain('figures-3');

      await world.go(page, '/pages/assets/tax');
      await page.getByText(words.tax.says.slice(0, 20)).waitFor();
      await shoot(page, `${language}-tax`);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
