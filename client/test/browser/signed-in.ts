import type { Browser } from 'playwright-core';
import type { TestApp } from '../../../server/test/app.js';
import { Caller } from '../../../server/test/calls.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { openPhone, type PhonePage } from './product.js';

/** A page at phone size on which the user is logged in and has chosen the language, with nothing opened yet. */
export async function openSignedIn(
  browser: Browser,
  app: TestApp,
  user: TestUser,
  { language = 'en', hasWorker = false } = {},
): Promise<PhonePage> {
  const phone = await openPhone(browser, language, hasWorker);
  const call = new Caller(app);
  await call.post('preferences', { language }, { token: user.token });
  const { type, message } = await call.get('user/center', { token: user.token });
  if (type !== 'ok') throw new Error(`The user cannot be signed in: ${JSON.stringify(message)}`);
  await phone.context.addInitScript(
    ([token, described, mark]) => {
      window.localStorage.setItem('token', token ?? '');
      window.localStorage.setItem('user', described ?? '');
      window.localStorage.setItem('language-mark', mark ?? '');
    },
    [user.token, JSON.stringify(message), language],
  );
  return phone;
}
