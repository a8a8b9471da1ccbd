import { QueryFailedError } from 'typeorm';
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
