import type { Browser, BrowserContext } from 'playwright-core';
import type { Language } from '../../../server/contract/errors.js';
import type { OperatorRole } from '../../../server/contract/operations/words.js';
import type { TestApp } from '../../../server/test/app.js';
import { anOperator } from '../../../server/test/factories/operators.js';
import { followedPage, type PhonePage, STILL } from './product.js';

export const DESKTOP = { width: 1280, height: 800 };

/** An operator whose session is there already. Answers the login. */
export async function seat(context: BrowserContext, app: TestApp, ...roles: OperatorRole[]): Promise<string> {
  const { login, token } = await anOperator(app.owner, ...roles);
  await context.addCookies([{ name: 'desk', value: token, url: `${app.url}/ops/api`, httpOnly: true }]);
  return login;
}

/** A page of the desk in English, with nothing opened yet; without roles nobody is logged in. */
export async function openDesk(
  browser: Browser,
  app: TestApp,
  ...roles: OperatorRole[]
): Promise<PhonePage & { login: string }> {
  return openDeskIn(browser, app, 'en', ...roles);
}

/** The same in another language. */
export async function openDeskIn(
  browser: Browser,
  app: TestApp,
  language: Language,
  ...roles: OperatorRole[]
): Promise<PhonePage & { login: string }> {
  const context = await browser.newContext({ viewport: DESKTOP, ...STILL });
  const login = roles.length === 0 ? '' : await seat(context, app, ...roles);
  await context.addInitScript(
    (spoken) => window.localStorage.setItem('preferences', JSON.stringify({ language: spoken })),
    language,
  );
  return { context, login, ...(await followedPage(context)) };
}
