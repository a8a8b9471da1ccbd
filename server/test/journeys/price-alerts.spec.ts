import { AlertWorld } from '../factories/alert-world.js';
import { PushService } from '../fakes/push-service.js';

/** An alert that goes off reaches the list of notices and the device, by the workers of the running product. */

let world: AlertWorld;
let service: PushService;

beforeAll(async () => {
  service = await PushService.open();
  world = await AlertWorld.open({ ROLES: 'gateway,worker', WEB_PUSH_SERVICES: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  const wrong = await world?.wrong().finally(() => world.close());
  service?.close();
  expect(wrong).toEqual([]);
});

async function soon<Found>(look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('It did not come');
}

it('reaches the list and the device, in the words of the language, once', async () => {
  const user = await world.user();
  const { token } = user;
  const browser = service.aBrowser();
  expect(await world.call.post('notifications/device', browser.subscription, { token })).toMatchObject({ type: 'ok' });
  await world.price('69000');
  await world.alert(user, { note: 'Sell a third' });
  await world.price('70001.5');
  const { payload } = await soon(() => browser.received.find((message) => message.payload.body.includes('70,001.5')));
  expect(payload).toMatchObject({
    title: 'Price alert',
    body: 'BTC/USDT rose to 70,001.5. Your alert: 70,000\nSell a third',
    path: '/pages/alerts/index',
  });
  await world.price('69000');
  await world.price('70002');
  const other = await world.user();
  await world.alert(other, { value: '70003' });
  await world.price('70004');
  await soon(async () => ((await world.notices(other)).length > 0 ? true : undefined));
  const { message } = await world.call.get('user/userLog', { token, language: 'zh' });
  expect((message as { list: { content: string }[] }).list.map(({ content }) => content)).toEqual([
    'BTC/USDT 涨至 70,001.5。您的提醒价：70,000\nSell a third',
  ]);
  const { message: page } = await world.call.get('price_alert/list?state=done', { token });
  expect(page).toMatchObject({ total: 1, data: [{ state: 'done', times: 1, last_value: '70001.5' }] });
});
