import { LatestAnswer } from './latest-answer.js';

/** A question that is answered when the test says so, with how often it was asked by then. */
function aQuestion() {
  const open: ((isAnswered: boolean) => void)[] = [];
  let asked = 0;
  const latest = new LatestAnswer(async () => {
    asked += 1;
    const number = asked;
    const isAnswered = await new Promise<boolean>((settle) => open.push(settle));
    if (!isAnswered) throw new Error('No answer.');
    return number;
  });
  const answer = async (isAnswered = true) => {
    open.shift()?.(isAnswered);
    await new Promise((settle) => setImmediate(settle));
  };
  return { latest, answer, asked: () => asked };
}

it('answers nobody with what was asked before, and all who wait with one answer', async () => {
  const { latest, answer, asked } = aQuestion();
  const first = latest.get();
  const others = [latest.get(), latest.get()];
  await answer();
  await answer();
  expect([await first, ...(await Promise.all(others)), asked()]).toEqual([1, 2, 2, 2]);
  const later = latest.get();
  await answer();
  expect(await later).toBe(3);
});

it('a question that fails fails for those who asked it alone', async () => {
  const { latest, answer } = aQuestion();
  const first = latest.get();
  const other = latest.get();
  const failed = expect(first).rejects.toThrow('No answer.');
  await answer(false);
  await failed;
  await answer();
  expect(await other).toBe(2);
});
