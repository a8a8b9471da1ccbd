import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { anOperator, callDesk } from '../../../test/factories/operators.js';
import { eventText } from '../../account/notices/index.js';

let app: TestApp;
let userId: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  userId = await aUserId(app.owner);
  await app.owner.query(
    `insert into account_security_event (user_id, kind, ip, device, at)
     values ($1, 'verification-submitted', '203.0.113.9', 'Lynx', now())`,
    [userId],
  );
}, 180_000);
afterAll(() => app?.close());

it.each(['en', 'zh', 'es'] as const)("names a user's security events in the operator's language (%s)", async (lang) => {
  const by = await anOperator(app.owner, 'support');
  const { message } = await callDesk(app.url, `users/${userId}`, { by, headers: { lang } });
  const { securityEvents } = message as { securityEvents: { kind: string }[] };
  expect(securityEvents.map(({ kind }) => kind)).toEqual([eventText(lang, 'verification-submitted')]);
});
