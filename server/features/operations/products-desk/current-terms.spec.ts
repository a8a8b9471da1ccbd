import type { ProductTermsView } from '../../../contract/operations/product-terms.dto.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { FuturesCatalog } from '../../trading/futures/index.js';

let world: FuturesWorld;
let ann: TestOperator;
let bob: TestOperator;

beforeAll(async () => {
  world = await FuturesWorld.open({ RATE_FACTOR: '100' });
  ann = await anOperator(world.source, 'treasurer');
  bob = await anOperator(world.source, 'treasurer');
  // Who was made after they proposed something would be nobody's proposer.
  world.pass(2000);
  world.refresh();
}, 120_000);
// Looks at the books, too.
afterAll(() => world?.close());

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(world.app.url, path, { by, ...(body === undefined ? {} : { body }) });

async function offer(changes: object): Promise<void> {
  const view = (await desk(ann, 'products')).message as ProductTermsView;
  const product = view.perpetuals.find(({ id }) => id === String(BTC_MARKET));
  if (!product) throw new Error('The market has no contract.');
  const { leverages, openLotsMax, lotsMax, feePercent, enabled, version: seen } = product;
  const terms = { leverages, openLotsMax, lotsMax, feePercent, enabled, ...changes, seen, reason: 'Less risk' };
  const { message } = await desk(ann, `products/perpetuals/${product.id}`, terms);
  const agreed = await desk(bob, `proposals/${(message as { id: string }).id}/approve`, {});
  expect([agreed.type, agreed.code]).toEqual(['ok', undefined]);
  await world.get(FuturesCatalog).reload();
}

it('what is open keeps the leverage that is not offered any more, and the books are in order', async () => {
  const user = await world.user();
  const { positionId } = await world.open(user, { leverage: 10, lots: 4 });
  await offer({ leverages: [1, 2, 5], feePercent: '0.07' });
  await expect(world.submit(user, { leverage: 10 })).rejects.toMatchObject({ code: 'futures.leverage' });

  await world.close1(user, positionId, { lots: 1 });
  const row = await world.row(user, positionId);
  expect([row.lots, row.leverage, row.closeFeeRatio]).toEqual([3, 10, '0.0005']);
  const checked = await world.get(CheckBooks).execute();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);

  // Offered again and taken away again: what was offered once stays known.
  await offer({ leverages: [1, 20] });
  await offer({ leverages: [1] });
  await world.close1(user, positionId, { lots: 1 });
  const again = await world.get(CheckBooks).execute();
  expect(again.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

it('what is open can be closed, and is seen, where nothing new is offered', async () => {
  const user = await world.user();
  const { positionId } = await world.open(user, { leverage: 1 });
  await offer({ enabled: false });
  await expect(world.submit(user, { leverage: 1 })).rejects.toMatchObject({ code: 'market.not-offered' });
  await world.close1(user, positionId);
  expect((await world.row(user, positionId)).status).toBe(3);
});
