/**
 * Where CI runs them, a test that failed is tried once more: a browser, a socket or a process on a busy machine is late now and then.
 * `npm test` names at its end whatever needed it, and its first errors are printed; on a person's machine it fails. What is
 * wrong each time fails twice. At once, and not after the file's other tests, which may go on from what it leaves.
 */
if (process.env.CI === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
