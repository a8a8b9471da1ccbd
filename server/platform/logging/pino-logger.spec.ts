import { PinoLogger } from './pino-logger.js';

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
