import {
  countsOf,
  failedFiles,
  failuresOf,
  secondTriesOf,
  selectOrder,
  selectProjects,
  summaryLine,
  total,
  withFilesOf,
} from './test-report.mjs';

const result = {
  numPassedTests: 5,
  numFailedTests: 2,
  numPendingTests: 3,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 1,
  success: false,
  testResults: [
    {
      name: '/root/server/a.spec.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a works', status: 'passed' },
        { fullName: 'a fails', status: 'failed' },
      ],
    },
    { name: '/root/server/b.spec.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
  ],
};

describe('the report of npm test', () => {
  it('counts a file that cannot be run as a failure, and pending and to-do tests as skipped', () => {
    expect(countsOf(result)).toEqual({ passed: 5, failed: 3, skipped: 4 });
  });

  it('names each failing test and each file that could not be run', () => {
    expect(failuresOf(result, '/root', [])).toEqual([
      'server/a.spec.ts › a fails',
      'server/b.spec.ts could not be run',
    ]);
  });

  it('says under a failing test what it said, in one line and without colours', () => {
    const failureMessages = [
      'Error: the first try\n    at a.ts:1',
      '\u001b[31mError:\u001b[39m not\n\n  equal\n    at a.ts:2',
    ];
    const test = { fullName: 'a fails', status: 'failed', failureMessages };
    const file = { name: '/root/server/a.spec.ts', status: 'failed', message: '', assertionResults: [test] };
    expect(failuresOf({ ...result, testResults: [file] }, '/root', [])).toEqual([
      'server/a.spec.ts › a fails',
      '    Error: not equal',
    ]);
    const long = { ...test, failureMessages: ['x'.repeat(5000)] };
    const [, reason] = failuresOf({ ...result, testResults: [{ ...file, assertionResults: [long] }] }, '/root', []);
    expect(reason?.length).toBeLessThan(300);
  });

  it('names what passed on its second try only, and nothing that failed twice or passed at once', () => {
    const tests = [
      { fullName: 'at once', status: 'passed', retryReasons: [] },
      { fullName: 'at last', status: 'passed', retryReasons: ['It was late'] },
      { fullName: 'never', status: 'failed', retryReasons: ['It was late'] },
    ];
    const file = { name: '/root/client/c.spec.ts', status: 'passed', message: '', assertionResults: tests };
    expect(secondTriesOf({ ...result, testResults: [file] }, '/root')).toEqual(['client/c.spec.ts › at last']);
  });

  it('takes for a file what it was when it ran alone, and names the tests that failed beside others', () => {
    const file = (name: string, ...tests: [string, string][]) => ({
      name: `/root/server/${name}`,
      status: tests.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
      message: '',
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    });
    const first = {
      ...result,
      testResults: [...result.testResults, file('c.spec.ts', ['c works', 'passed'], ['c is left out', 'pending'])],
    };
    expect(failedFiles(first)).toEqual(['/root/server/a.spec.ts', '/root/server/b.spec.ts']);
    const again = {
      ...result,
      numRuntimeErrorTestSuites: 0,
      testResults: [
        file('b.spec.ts', ['b one', 'passed'], ['b other', 'failed']),
        file('a.spec.ts', ['a works', 'passed'], ['a fails', 'passed']),
      ],
    };
    const whole = withFilesOf(first, again);
    expect(countsOf(whole)).toEqual({ passed: 4, failed: 1, skipped: 1 });
    expect(failuresOf(whole, '/root', [])).toEqual(['server/b.spec.ts › b other']);
    expect(secondTriesOf(whole, '/root')).toEqual(['server/a.spec.ts › a fails', 'server/b.spec.ts › b one']);
    expect(whole.success).toBe(false);
  });

  it('says under a failure of the browser which pages were open, where their screenshots are and what they reported', () => {
    const file = '/root/server/a.spec.ts';
    const page = {
      address: 'http://127.0.0.1:1/pages/my',
      picture: '/root/.data/failures/a-1.png',
      errors: ['It broke'],
    };
    const records = [
      { file, test: 'a fails', pages: [page, { ...page, picture: null, errors: [] }] },
      { file, test: 'a works', pages: [page] },
      { file: '/root/server/b.spec.ts', test: '', pages: [{ ...page, errors: [] }] },
    ];
    expect(failuresOf(result, '/root', records)).toEqual([
      'server/a.spec.ts › a fails',
      '    .data/failures/a-1.png  http://127.0.0.1:1/pages/my',
      '      It broke',
      '    no screenshot  http://127.0.0.1:1/pages/my',
      'server/b.spec.ts could not be run',
      '    .data/failures/a-1.png  http://127.0.0.1:1/pages/my',
    ]);
  });

  it('takes the order of the files out of the parameters, and knows only one besides the usual', () => {
    expect(selectOrder(['-t', 'works'])).toEqual({ order: 'usual', rest: ['-t', 'works'] });
    expect(selectOrder(['server', '--order=reversed'])).toEqual({ order: 'reversed', rest: ['server'] });
    expect(() => selectOrder(['--order=random'])).toThrow('There is no order "random"');
  });

  it('ends with the sums of its parts in one fixed form', () => {
    const parts = [countsOf(result), { passed: 1, failed: 0, skipped: 0 }, { passed: 0, failed: 0, skipped: 2 }];
    expect(summaryLine(total(parts))).toBe('6 passed, 3 failed, 6 skipped');
  });

  const all = ['server', 'client', 'browser'];
  it.each([
    [[], all, []],
    [['features/markets/quotations'], all, ['features/markets/quotations']],
    [['--selectProjects', 'server', 'features/markets/quotations'], ['server'], ['features/markets/quotations']],
    [
      ['--selectProjects', 'server', 'client', '-t', 'server'],
      ['server', 'client'],
      ['-t', 'server'],
    ],
    [['--selectProjects=client', '--verbose'], ['client'], ['--verbose']],
  ])('reads %j', (words, projects, rest) => {
    expect(selectProjects(words)).toEqual({ projects, rest });
  });
});
