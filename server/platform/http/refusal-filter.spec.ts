import { type ArgumentsHost, Logger } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { RefusalFilter } from './refusal-filter.js';

beforeAll(() => Logger.overrideLogger(false));

/** What the filter answers to a request in which this was thrown: status and code. */
function answerTo(thrown: unknown, method = 'POST'): [number, string] {
  const answered = { status: 0, body: '' };
  const reply = {
    sent: false,
    raw: { headersSent: false },
    header: () => reply,
    code: (status: number) => {
      answered.status = status;
      return reply;
    },
    send: (body: string) => {
      answered.body = body;
      return reply;
    },
  };
  const request = { id: '1', method, headers: { lang: 'en' }, body: {}, query: {}, routeOptions: { url: '/api/x' } };
  const http = { getRequest: () => request, getResponse: () => reply };
  const host = { getType: () => 'http', switchToHttp: () => http } as unknown as ArgumentsHost;
  new RefusalFilter(new Metrics()).catch(thrown, host);
  return [answered.status, (JSON.parse(answered.body) as { code: string }).code];
}

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), code ? { code } : {});

it.each([
  ['no connection in time', failure('timeout exceeded when trying to connect')],
  ['a connection that was not made', failure('Connection terminated due to connection timeout')],
  ['nobody at the port', failure('connect', 'ECONNREFUSED')],
  ['a statement over its time', failure('canceling statement due to statement timeout', '57014')],
])('%s is 503: nothing was done', (_name, thrown) => {
  expect(answerTo(thrown)).toEqual([503, 'request.unavailable']);
});

it.each([
  ['a connection that broke', failure('Connection terminated unexpectedly')],
  ['a server that ended', failure('terminating connection', '57P01')],
  [
    'a transaction whose connection is gone',
    failure('Database connection provided by a query runner was already released, cannot continue'),
  ],
])('%s leaves a command unknown, and a look without an answer', (_name, thrown) => {
  expect(answerTo(thrown)).toEqual([200, 'request.outcome-unknown']);
  expect(answerTo(thrown, 'GET')).toEqual([503, 'request.unavailable']);
});

it('a number that no column can hold is bad input', () => {
  expect(answerTo(failure('numeric field overflow', '22003'))).toEqual([200, 'request.invalid']);
});

it('everything else is a failure of ours', () => {
  expect(answerTo(failure('what'))).toEqual([500, 'request.failed']);
});
