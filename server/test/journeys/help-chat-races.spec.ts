import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { createTestDatabase } from '../database.js';
import { HelpChat, wrongChats } from '../factories/help-chat.js';
import { anOperator, type TestOperator } from '../factories/operators.js';
import { aUser } from '../factories/users.js';

const PAIRS = 200;
const LANES = 8;
let apps: [TestApp, TestApp];
let agents: [TestOperator, TestOperator];

beforeAll(async () => {
  const database = await createTestDatabase();
  const settings = { ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '1000' };
  apps = [await bootApp(settings, database), await bootApp(settings, database)];
  agents = [await anOperator(apps[0].owner, 'support'), await anOperator(apps[0].owner, 'support')];
}, 240_000);
afterAll(async () => {
  expect(await wrongChats(apps[0].owner)).toEqual([]);
  await apps[1].close();
  await apps[0].close();
  await apps[0].database.drop();
});

/** Runs the pairs a few at a time. */
async function inLanes(work: (turn: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let turn = next++; turn < PAIRS; turn = next++) await work(turn);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

describe.each([
  ['one gateway', 0],
  ['two gateways', 1],
])('on %s', (_name, other) => {
  const ends = () => [apps[0], apps[other] as TestApp].map((app) => new HelpChat(app.url, new Caller(app)));

  it('of two agents who claim at once, one gets the chat', async () => {
    const [here, there] = ends() as [HelpChat, HelpChat];
    await inLanes(async () => {
      const user = await aUser(apps[0].owner);
      await here.say(user, 'Hello');
      const chatId = (await here.chat(user)).chatId ?? '';
      const claims = await Promise.all([
        here.desk(agents[0], `help/${chatId}/claim`, {}),
        there.desk(agents[1], `help/${chatId}/claim`, {}),
      ]);
      expect(claims.map(({ type, code }) => code ?? type).sort()).toEqual(['ok', 'operations.case-claimed']);
      expect((await here.chat(user)).lines.map(({ note }) => note)).toEqual([null, 'claimed']);
    });
  }, 300_000);

  it('a line is not lost when the chat is closed meanwhile', async () => {
    const [here, there] = ends() as [HelpChat, HelpChat];
    await inLanes(async (turn) => {
      const user = await aUser(apps[0].owner);
      const chatId = await here.begun(user, agents[0]);
      const [said] = await Promise.all([
        here.say(user, `Line ${turn}`),
        turn % 2 === 0 ? there.close(user) : there.desk(agents[0], `help/${chatId}/close`, {}),
      ]);
      expect(said).toMatchObject({ type: 'ok' });
      const { lines, state } = await here.chat(user);
      const line = lines.find(({ text }) => text === `Line ${turn}`);
      // Before the end in the old chat, or the first of a new one, which waits.
      expect(line?.chatId === chatId ? state : [state, line?.number]).toEqual(
        line?.chatId === chatId ? 'closed' : ['waiting', 1],
      );
      const late = await there.desk(agents[0], `help/${chatId}/line`, { text: 'Late' });
      expect(late).toMatchObject({ code: 'help.closed' });
    });
  }, 300_000);
});
