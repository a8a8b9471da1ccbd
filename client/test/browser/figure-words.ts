import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { groupedDecimal } from '../../../server/contract/languages/numbers.js';
import { fromUnits, truncate } from '../../../server/contract/money.js';
import { FoldProfit } from '../../../server/features/wallet/profit/fold-profit.js';
import { SealJournals } from '../../../server/features/wallet/ledger/seal-journals.js';
import { giveMoney } from '../../../server/test/factories/given-money.js';
import { words as en } from '../../languages/figures/en';
import { words as zh } from '../../languages/figures/zh';
import type { PageWorld } from './page-world.js';

const { PICTURES } = process.env;

export const FIGURE_WORDS = { en: en.figures, zh: zh.figures };

/** Pictures to look at, where a folder for them is named. */
export async function shoot(page: Page, name: string): Promise<void> {
  // Nothing is wider than the phone.
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([name, overhang]).toEqual([name, 0]);
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** A day of UTC, or its month, as the pages write it. */
export function dayWords(at: number, language: string, style: 'day' | 'month' = 'day'): string {
  const parts = style === 'day' ? ({ month: 'short', day: 'numeric' } as const) : ({ month: 'long' } as const);
  const form = { year: 'numeric', ...parts, timeZone: 'UTC', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(language, form).format(at);
}

/** An amount as the pages write it in English and Chinese, cut to two decimals. */
export const shown = (units: bigint): string => groupedDecimal(truncate(fromUnits(units), 2), 'en');

/** A gain or a loss, with its sign. */
export const gained = (units: bigint): string => (units > 0n ? `+${shown(units)}` : shown(units));

/** Gives somebody money for spot that came at an instant. */
export async function giveAt(world: PageWorld, userId: string, amount: string, at: number): Promise<void> {
  await world.source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [userId], { kind: 'spot', amount, at: new Date(at) }),
  );
}

/** Adds up what was booked, as workers do a few minutes later. */
export async function addUp(world: PageWorld): Promise<void> {
  await world.app.application.get(SealJournals).execute();
  await world.app.application.get(FoldProfit).execute({ lagSeconds: 0 });
}
