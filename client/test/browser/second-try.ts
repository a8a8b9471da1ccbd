/**
 * Where CI runs them, a browser test that failed is tried once more: a browser on a busy machine is late now and then.
 * `npm test` names at its end whatever needed it, and its first errors are printed; on a person's machine it fails.
 */
if (process.env.CI === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
