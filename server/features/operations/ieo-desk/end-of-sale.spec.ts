import type { DataSource } from 'typeorm';
import type { AnnouncedActView, IeoDeskDetailView, ProposalView } from '../../../contract/operations/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { saleRequest } from '../../../test/factories/ieo.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import { CarryOutAnnouncedActs } from '../administration/carry-out-announced-acts.js';

const HOUR_MS = 60 * 60_000;
let app: TestApp;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let admin: TestOperator;
let passed = 0;
let sales = 0;

const withJumps = (application: TestApp['application']) => {
  const clock = application.get(Clock);
  const now = clock.now.bind(clock);
  clock.now = () => now() + passed;
};

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', OPERATIONS_WAIT_MINUTES: '60' }, undefined, withJumps);
  source = app.owner;
  [ann, bob] = [await anOperator(source, 'treasurer'), await anOperator(source, 'treasurer')];
  admin = await anOperator(source, 'administrator', 'auditor');
}, 60_000);
afterAll(() => app?.close());

const desk = (by: TestOperator, path: string, body?: object): Promise<DeskReply> =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const numberOf = (reply: DeskReply): string => (reply.message as { id: string }).id;
const approve = (id: string) => desk(bob, `proposals/${id}/approve`, {});
const end = (sale: number, reason = 'Withdrawn by its issuer') => desk(ann, `ieo/${sale}/cancel`, { reason });
const saleOf = async (id: number) => (await desk(admin, `ieo/${id}`)).message as IeoDeskDetailView;

/** Its applications begin two hours and a minute from now. */
async function sale(): Promise<number> {
  sales += 1;
  const request = { ...saleRequest(app.application.get(Clock).now()), coinCode: `NOVA${sales}` };
  const id = numberOf(await desk(ann, 'ieo', request));
  expect(await approve(id)).toMatchObject({ type: 'ok' });
  const { list } = (await desk(admin, `ieo?keyword=${request.code}`)).message as { list: { id: number }[] };
  return list[0]?.id ?? 0;
}

async function timePasses(hours: number): Promise<void> {
  passed += hours * HOUR_MS + 120_000;
  await source.query(
    `update operator_session set last_used_at = $1, expires_at = $1::timestamptz + interval '12 hours'`,
    [new Date(app.application.get(Clock).now())],
  );
}
const carryOut = () => app.application.get(CarryOutAnnouncedActs).execute();
const actOf = async (sold: number): Promise<AnnouncedActView | undefined> =>
  ((await desk(admin, 'announced?limit=100&status=all')).message as { list: AnnouncedActView[] }).list.find(
    ({ kind, subjectId }) => kind === 'ieo-cancel' && subjectId === String(sold),
  );

it('waits an hour after two have agreed, and then everything goes back', async () => {
  const sold = await sale();
  const { dueAt } = (await approve(numberOf(await end(sold)))).message as { dueAt: number | null };
  expect(await saleOf(sold)).toMatchObject({ phase: 'announced', cancelDueAt: dueAt, cancelProposalId: null });
  expect(dueAt).toEqual(expect.any(Number));
  expect(await end(sold, 'Once more')).toMatchObject({ code: 'operations.act-waits' });
  await timePasses(1);
  await carryOut();
  expect(await saleOf(sold)).toMatchObject({ phase: 'cancelled', cancelReason: 'operators', cancelDueAt: null });
  expect(await actOf(sold)).toMatchObject({ status: 'done' });
  expect(await end(sold, 'And again')).toMatchObject({ code: 'operations.nothing-changed' });
});

it('is stopped by an administrator until then', async () => {
  const sold = await sale();
  await approve(numberOf(await end(sold)));
  const { id } = (await actOf(sold)) as AnnouncedActView;
  expect(await desk(admin, `announced/${id}/stop`, { reason: 'Nobody told me' })).toMatchObject({ type: 'ok' });
  await timePasses(1);
  await carryOut();
  expect(await saleOf(sold)).toMatchObject({ phase: 'announced', cancelDueAt: null });
});

it('is of the stage and of the sum that were proposed, and not of another stage when the second one agrees', async () => {
  const sold = await sale();
  const id = numberOf(await end(sold));
  const { list } = (await desk(bob, 'proposals')).message as { list: ProposalView[] };
  expect(list.find((proposal) => proposal.id === id)?.detail).toMatchObject({
    phase: 'announced',
    paid: '0',
    payCoin: 'USDT',
  });
  await timePasses(2);
  expect(await saleOf(sold)).toMatchObject({ phase: 'applying' });
  expect(await approve(id)).toMatchObject({ code: 'operations.terms-changed' });
  expect(await actOf(sold)).toBeUndefined();
  expect(await desk(ann, `proposals/${id}/reject`, { reason: 'Anew' })).toMatchObject({ type: 'ok' });
  expect(await approve(numberOf(await end(sold, 'Anew')))).toMatchObject({ type: 'ok' });
});

it('is not agreed on where its stage will be over when it is due', async () => {
  const sold = await sale();
  await timePasses(1);
  const id = numberOf(await end(sold));
  expect(await approve(id)).toMatchObject({ code: 'operations.terms-changed' });
  expect(await actOf(sold)).toBeUndefined();
});

it('fails where the stage is another one when it takes effect, by a worker that was away', async () => {
  const sold = await sale();
  expect(await approve(numberOf(await end(sold)))).toMatchObject({ type: 'ok' });
  await timePasses(2);
  await carryOut();
  expect(await actOf(sold)).toMatchObject({ status: 'failed', endReason: 'operations.terms-changed' });
  expect(await saleOf(sold)).toMatchObject({ phase: 'applying', cancelDueAt: null });
});
