import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PasswordHasher } from '../../../server/features/account/security/index.js';
import { aUser } from '../../../server/test/factories/users.js';
import { approvePerson } from '../browser/known-person.js';
import { photoFile } from '../browser/money-world.js';
import { ENGINES, EngineWorld, HANGING_MS, PASSWORD, PIN, SHEET } from './engine-world.js';

const EMAIL = 'maria.gonzalez@example.com';
const FUND_PASSWORD = '/pages/settings/security/changePayPassword';

describe.each(ENGINES)('the account in %s', (name, open) => {
  let world: EngineWorld;

  beforeAll(async () => {
    world = await EngineWorld.open(name, open);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const tokenKept = () => world.engine.evaluate<string | null>(`() => localStorage.getItem('token')`);

  it(
    'is registered by a code that came by mail, gains a fund password, is left and come back to',
    async () => {
      await world.goAsGuest(`/pages/user/login/register?backpage=${encodeURIComponent(FUND_PASSWORD)}`);
      await world.fill('E-mail', EMAIL);
      await world.enterCode();
      await world.fill('Password', PASSWORD);
      await world.fill('Confirm password', PASSWORD);
      await world.tick('input[type=checkbox]');
      await world.shoot('register');
      await world.pressButton('Register');
      // Who has registered is logged in, and where the way led.
      await world.comesTo(FUND_PASSWORD);
      expect(await tokenKept()).toMatch(/^[A-Za-z0-9_-]{43}$/);

      await world.fill('Fund password', PIN);
      await world.fill('Confirm fund password', PIN);
      await world.enterCode();
      await world.pressButton('Save');
      const set = `select set_at from account_fund_password where user_id =
        (select id from account_user where email = $1)`;
      await world.until(
        async () => (await world.app.owner.query(set, [EMAIL])).length === 1,
        'there is a fund password',
      );

      await world.engine.goto(`${world.app.url}/pages/settings/account/index`);
      await world.pressToSee({ role: 'button', name: 'Log out' }, { role: 'button', name: 'Log out', within: SHEET });
      await world.pressButton('Log out', SHEET);
      await world.comesTo('/pages/user/login/login');
      expect(await tokenKept()).toBeNull();
      await world.fill('E-mail', EMAIL);
      await world.fill('Password', PASSWORD);
      await world.pressButton('Log in');
      await world.comesTo('/pages/index/index');
      await world.engine.goto(`${world.app.url}/pages/settings/account/index`);
      await world.sees(EMAIL);
    },
    HANGING_MS,
  );

  it(
    'lets nobody in with a wrong password, and keeps who is in over a reload',
    async () => {
      const { userId, email } = await aUser(world.app.database.url);
      const hash = await world.app.application.get(PasswordHasher).hash(PASSWORD);
      await world.app.owner.query('update account_user set password_hash = $2 where id = $1', [userId, hash]);
      await world.goAsGuest('/pages/user/login/login?backpage=%2Fpages%2Fsettings%2Findex');
      await world.fill('E-mail', email);
      await world.fill('Password', 'Wr0ng-Passw0rd!9');
      await world.pressButton('Log in');
      await world.sees('The account or the password is wrong');
      expect(await tokenKept()).toBeNull();
      await world.fill('Password', PASSWORD);
      await world.pressButton('Log in');
      await world.comesTo('/pages/settings/index');
      await world.engine.goto(`${world.app.url}/pages/account/index`);
      await world.comesTo('/pages/account/index');
    },
    HANGING_MS,
  );

  it(
    'takes the photo of a document',
    async () => {
      const user = await aUser(world.app.database.url);
      await approvePerson(world.app, user.userId);
      const path = join(world.folder, 'photo.jpg');
      writeFileSync(path, (await photoFile('#446644')).buffer);
      await world.goAs(user, '/pages/verification/advanced');
      const input = `() => document.querySelector('input[type=file]')`;
      await world.until(() => world.engine.evaluate<boolean>(`() => (${input})() !== null`), 'there is a place for it');
      await world.engine.choose(input, path);
      await world.sees('Replace');
      const files = await world.app.owner.query('select from upload where user_id = $1', [user.userId]);
      expect(files).toHaveLength(1);
    },
    HANGING_MS,
  );
});
