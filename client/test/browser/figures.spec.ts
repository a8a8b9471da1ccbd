import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { words as en } from '../../languages/figures/en';
import { words as zh } from '../../languages/figures/zh';
import { FoldProfit } from '../../../server/features/wallet/profit/fold-profit.js';
import { SealJournals } from '../../../server/features/wallet/ledger/seal-journals.js';
import { giveMoney } from '../../../server/test/factories/given-money.js';
import { aLedger, TEST_REASON, USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { PageWorld } from './page-world.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const DAY_MS = 86_400_000;
const WORDS = { en: en.figures, zh: zh.figures };
const { PICTURES } = process.env;

/** Pictures to look at, where a folder for them is named. */
async function shoot(page: Page, name: string): Promise<void> {
  // Nothing is wider than the phone.
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([name, overhang]).toEqual([name, 0]);
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

describe('figures, on the pages', () => {
  let world: PageWorld;
  let user: TestUser;

  beforeAll(async () => {
    world = await PageWorld.open();
    user = await world.aUser();
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = (daysAgo: number) => midnight - daysAgo * DAY_MS + 3_600_000;
    await world.source.transaction((tx) =>
      giveMoney((sql, values) => tx.query(sql, values), [user.userId], {
        kind: 'spot',
        amount: '1000',
        at: new Date(at(20)),
      }),
    );
    for (const [place, amount] of ['12.5', '-40', '8', '60.25', '-3', '25', '-18.75', '4'].entries())
      await aLedger(world.source).postAlone({
        reason: TEST_REASON,
        reference: `figures-${place}`,
        at: at(18 - 2 * place),
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
    await world.app.application.get(SealJournals).execute();
    await world.app.application.get(FoldProfit).execute({ lagSeconds: 0 });
  }, HANGING_MS);
  afterAll(() => world?.close());

  it.each(JOURNEY_LANGUAGES)(
    'somebody sees what each day brought, shares the percentage and keeps the statement (%s)',
    async (language) => {
      const words = WORDS[language];
      const { page, context, complaints } = await world.openAs(user, language);
      await world.go(page, '/pages/assets/profit');
      const whole = page.getByRole('region', { name: words.profit.total });
      await whole.getByText('+48.00').waitFor();
      await page.getByRole('img', { name: /1,?048/ }).waitFor();
      await shoot(page, `${language}-profit`);
      await page.getByRole('tab', { name: words.profit.month }).click();
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();

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
