import type { ComplaintDetailView } from '../../../server/contract/account/complaints.dto.js';
import { anOperator } from '../../../server/test/factories/operators.js';
import { accessFaults, layoutFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { followedPage, PHONE, soon, STILL } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const DAY_MS = 86_400_000;
const ANSWER_DAYS = 15;
const REOPEN_DAYS = 30;

const WORDS = {
  en: {
    about: 'What it is about',
    withdrawals: 'Withdrawals',
    order: /^Order number/,
    text: 'What happened',
    send: 'Send',
    empty: 'Please say what happened',
    received: 'Received',
    answered: 'Answered',
    reopened: 'Reopened',
    closed: 'Closed',
    due: /^Final answer by /,
    us: /^Our answer · /,
    reopen: 'Reopen the complaint',
    unsettled: 'What is not settled',
    closedText: /^This complaint is closed\./,
    complaint: 'The withdrawal has been waiting for two days.',
    answer: 'It was checked and has been sent today.',
    more: 'Nothing has arrived yet.',
    final: 'It has arrived: the network was slow.',
    desk: { answer: 'Answer', send: 'Send the answer', final: /^.*This is the final answer/ },
  },
  zh: {
    about: '涉及内容',
    withdrawals: '提现',
    order: /^订单号/,
    text: '发生了什么',
    send: '提交',
    empty: '请说明发生了什么',
    received: '已受理',
    answered: '已答复',
    reopened: '已重新打开',
    closed: '已结束',
    due: /^最迟于 .+ 给出最终答复$/,
    us: /^我们的答复 · /,
    reopen: '重新打开投诉',
    unsettled: '哪些问题没有解决',
    closedText: /^该投诉已结束。/,
    complaint: '提现已经等了两天。',
    answer: '已核查，今天已汇出。',
    more: '还没有到账。',
    final: '已到账：网络较慢。',
    desk: { answer: '答复', send: '发送答复', final: /这是最终答复/ },
  },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** A complaint with the day by which it is answered, from both sides. */
describe('complaints, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ ROLES: 'gateway' });
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** The desk's page at phone size, of somebody who answers complaints. */
  async function openDesk(language: Language) {
    const context = await world.browser.newContext({ viewport: PHONE, ...STILL });
    const { token } = await anOperator(world.source, 'support');
    await context.addCookies([{ name: 'desk', value: token, url: `${world.app.url}/ops/api`, httpOnly: true }]);
    await context.addInitScript(
      (spoken) => window.localStorage.setItem('preferences', JSON.stringify({ language: spoken })),
      language,
    );
    const { page, complaints } = await followedPage(context);
    page.setDefaultTimeout(PATIENCE_MS);
    return { context, page, complaints };
  }

  /** The day as people of the language write it. */
  const dayOf = (at: number, language: Language) =>
    new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(at);

  it.each(LANGUAGES)(
    'are sent, listed with their due day, answered by the desk, reopened once and closed (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      const detail = async (id: string) =>
        (await world.call.get(`complaints/detail?id=${id}`, { token: user.token })).message as ComplaintDetailView;
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await world.go(page, '/pages/complaints/write');
      await page.getByLabel(words.about).selectOption({ label: words.withdrawals });
      await page.getByLabel(words.order).fill('W-4711');
      await button(words.send).click();
      await page.getByText(words.empty).waitFor();
      expect((await world.source.query('select 1 from complaint where user_id = $1', [user.userId])).length).toBe(0);
      expect(await accessFaults(page)).toEqual([]);
      await page.getByLabel(words.text, { exact: true }).fill(words.complaint);
      await button(words.send).click();
      await soon(async () => expect(new URL(page.url()).pathname).toBe('/pages/complaints/detail'));
      const id = new URL(page.url()).searchParams.get('id') ?? '';
      await page.getByText(words.complaint).waitFor();
      const first = await detail(id);
      expect(first).toMatchObject({ subject: 'withdrawal', state: 'received', orderNumber: 'W-4711' });
      expect((first.dueAt ?? 0) - first.receivedAt).toBe(ANSWER_DAYS * DAY_MS);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);

      await world.go(page, '/pages/complaints/index');
      const row = page.getByRole('link').filter({ hasText: 'W-4711' });
      await row.getByText(words.received).waitFor();
      const due = row.getByText(words.due);
      expect(await due.innerText()).toContain(dayOf(first.dueAt ?? 0, language));
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await row.click();
      await page.getByText(words.complaint).waitFor();

      const desk = await openDesk(language);
      const answer = async (text: string) => {
        await world.go(desk.page, '/ops/complaints');
        await desk.page.getByRole('link', { name: new RegExp(`^#${id} ·`) }).click();
        await desk.page.getByLabel(words.desk.answer, { exact: true }).fill(text);
        expect([await accessFaults(desk.page), await sticksOut(desk.page)]).toEqual([[], 0]);
        await desk.page.getByRole('button', { name: words.desk.send, exact: true }).click();
        await desk.page.getByRole('button', { name: words.desk.send, exact: true }).waitFor({ state: 'detached' });
      };
      await answer(words.answer);
      // The user's page is still the one that was opened before.
      await page.getByText(words.answer).waitFor();
      await page.getByText(words.us).waitFor();
      const second = await detail(id);
      expect(second).toMatchObject({ state: 'answered', dueAt: null });
      expect(second.entries.map(({ author, text }) => [author, text])).toEqual([
        ['user', words.complaint],
        ['desk', words.answer],
      ]);
      expect((second.reopenUntil ?? 0) - (second.entries[1]?.at ?? 0)).toBe(REOPEN_DAYS * DAY_MS);

      await button(words.reopen).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.unsettled).fill(words.more);
      await sheet.getByRole('button', { name: words.send, exact: true }).click();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByText(words.reopened, { exact: true }).waitFor();
      const third = await detail(id);
      expect((third.dueAt ?? 0) - (third.entries[2]?.at ?? 0)).toBe(ANSWER_DAYS * DAY_MS);
      await answer(words.final);
      await page.getByText(words.final).waitFor();
      await page.getByText(words.closedText).waitFor();
      expect(await button(words.reopen).count()).toBe(0);
      expect(await detail(id)).toMatchObject({ state: 'closed', dueAt: null, reopenUntil: null });
      expect(await layoutFaults(page)).toEqual([]);
      const acts = await world.source.query(
        `select count(*)::int as answers from audit_entry where action = 'complaint.answer' and subject_id = $1`,
        [id],
      );
      expect(acts).toEqual([{ answers: 2 }]);
      expect([...complaints, ...desk.complaints]).toEqual([]);
      await context.close();
      await desk.context.close();
    },
    HANGING_MS,
  );
});
