import { join } from 'node:path';
import { anOperator } from '../../../server/test/factories/operators.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { followedPage, openPhone, soon, STILL } from './product.js';
import { LAID_OUT_LANGUAGES } from './page-languages.js';

const SHOTS = process.env.STATUS_PICTURES;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const TITLE = 'Deposits are late';
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const PATIENCE_MS = 90_000;
/** Ninety days and more of every part, with a bad hour, a bad night and a gap. */
const HISTORY = `
  delete from service_span;
  insert into service_span (part, state, began_at, seen_at)
  select part, state, now() - begun * interval '1 hour', now() - ended * interval '1 hour'
    from unnest(array['prices', 'spot', 'contracts', 'options', 'deposits', 'withdrawals', 'login', 'notices']) part
    cross join (values ('up', 1200, 720), ('degraded', 720, 700), ('up', 700, 400), ('up', 390, 241), ('down', 241, 240), ('up', 240, 0))
      as span (state, begun, ended)`;

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ ROLES: 'gateway' });
  await world.source.query(HISTORY);
}, 240_000);
afterAll(() => world?.close());

async function desk(language: string) {
  const context = await world.browser.newContext({ viewport: DESKTOP, ...STILL });
  const { token } = await anOperator(world.source, 'support');
  await context.addCookies([{ name: 'desk', value: token, url: `${world.app.url}/ops/api`, httpOnly: true }]);
  await context.addInitScript(
    (spoken) => window.localStorage.setItem('preferences', JSON.stringify({ language: spoken })),
    language,
  );
  return { context, ...(await followedPage(context)) };
}

it('an incident of the desk stands on top of every page and on that of the status, until it is over', async () => {
  const { page: ops, context: opsContext, complaints: opsComplaints } = await desk('en');
  await ops.goto(`${world.app.url}/ops/incidents`);
  await ops
    .getByRole('group', { name: 'What is affected' })
    .getByRole('checkbox', { name: 'Deposits', exact: true })
    .check();
  await ops.getByLabel('Title in English').fill(TITLE);
  await ops.getByLabel('Text in English').fill('We look into it.');
  await ops.getByRole('button', { name: 'Publish', exact: true }).click();
  await ops.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await ops.getByRole('heading', { name: TITLE }).waitFor();
  if (SHOTS) await ops.screenshot({ path: join(SHOTS, 'desk.png'), fullPage: true });

  const { page, context, complaints } = await openPhone(world.browser, 'en');
  await page.setViewportSize(PHONE);
  await world.go(page, '/pages/about/index');
  await page.getByRole('link', { name: TITLE }).waitFor();
  if (SHOTS) await page.screenshot({ path: join(SHOTS, 'note.png') });
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  for (const language of ['en', 'zh'] as const) {
    if (!SHOTS) continue;
    const { page: phone, context: own } = await openPhone(world.browser, language);
    await phone.setViewportSize(PHONE);
    await world.go(phone, '/pages/status/index');
    await phone.screenshot({ path: join(SHOTS, `${language}-top.png`) });
    await phone.screenshot({ path: join(SHOTS, `${language}-whole.png`), fullPage: true });
    await own.close();
  }

  const card = ops.getByRole('article').filter({ hasText: TITLE });
  await card.getByLabel('State').selectOption('resolved');
  await card.getByLabel('Text in English').fill('It is over.');
  await card.getByRole('button', { name: 'Publish the update' }).click();
  await soon(async () => expect(await card.getByLabel('State').count()).toBe(0));
  // The server and the browser keep what they have for some seconds each.
  await soon(async () => {
    await world.go(page, '/pages/status/index');
    expect(await page.getByText('It is over.').count()).toBe(1);
  }, PATIENCE_MS);
  await soon(async () => {
    await world.go(page, '/pages/about/index');
    expect(await page.getByRole('link', { name: TITLE }).count()).toBe(0);
  }, PATIENCE_MS);
  expect([complaints, opsComplaints]).toEqual([[], []]);
  await context.close();
  await opsContext.close();
}, 240_000);

it.each(LAID_OUT_LANGUAGES)(
  'fits 320 px and is accessible by the rules a machine can check, in %s',
  async (language) => {
    const { page, context } = await openPhone(world.browser, language);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await faultsOf(page, [`${world.app.url}/pages/status/index`], { language })).toEqual([]);
    await context.close();
    const { page: ops, context: opsContext } = await desk(language);
    expect(await faultsOf(ops, [`${world.app.url}/ops/incidents`], { language })).toEqual([]);
    await opsContext.close();
  },
  240_000,
);
