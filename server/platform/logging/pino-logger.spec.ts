import { QueryFailedError } from 'typeorm';
import { runAs, Work } from '../tracing/work.js';
import { loggedError, PinoLogger } from './pino-logger.js';

const SECRET = 'canary-4111111111111111';

it('an error of a statement is logged without the values that it was about', () => {
  const driver = Object.assign(new Error('duplicate key value violates unique constraint "card"'), {
    code: '23505',
    detail: `Key (card)=(${SECRET}) already exists.`,
    where: SECRET,
  });
  const logged = loggedError(new QueryFailedError(`insert into card values ('${SECRET}')`, [SECRET], driver));
  expect(logged).toMatchObject({ type: 'QueryFailedError', code: '23505', stack: expect.stringContaining('spec') });
  expect(JSON.stringify(logged)).not.toContain(SECRET);
});

it('what caused it is logged the same way, and what is no error as its text', () => {
  const cause = Object.assign(new Error('below'), { parameters: [SECRET] });
  const logged = loggedError(new Error('above', { cause }));
  expect(logged).toMatchObject({ message: 'above', cause: { message: 'below' } });
  expect(JSON.stringify(logged)).not.toContain(SECRET);
  expect(loggedError('a word')).toEqual({ message: 'a word' });
});

it('writes what is logged as one line, whatever line breaks are in it', () => {
  const lines: string[] = [];
  const logger = new PinoLogger('trace', { write: (line: string) => void lines.push(line) });
  const forged = 'ann\n{"level":30,"msg":"forged"}\r\nmore\u2028even';
  logger.log(forged);
  logger.warn({ event: 'login-failed', about: forged });
  logger.error(new Error(forged));
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ pid: process.pid });
  }
  expect(lines.filter((line) => (JSON.parse(line) as { msg?: string }).msg === 'forged')).toEqual([]);
});

it('says with every line within a call which it was and in which trace, and with others nothing', () => {
  const lines: string[] = [];
  const logger = new PinoLogger('trace', { write: (line: string) => void lines.push(line) });
  const work = new Work(null, 'ab-1', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
  runAs(work, () => {
    logger.warn('a line', 'Place');
    logger.error({ err: new Error('no'), request: 'ab-1' });
  });
  runAs(new Work(null), () => logger.log('of a round'));
  logger.log('of nobody');
  const [plain, failed, round, nobody] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const place = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', span_id: work.place.spanId };
  expect(plain).toMatchObject({ msg: 'a line', context: 'Place', request: 'ab-1', ...place });
  expect(failed).toMatchObject({ request: 'ab-1', ...place });
  expect(lines[1]?.match(/"request"/g)).toHaveLength(1);
  expect(round).toMatchObject({ trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(round).not.toHaveProperty('request');
  expect(nobody).not.toHaveProperty('trace_id');
});
