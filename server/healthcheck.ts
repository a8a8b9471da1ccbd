// Run inside a container: ends with 0 when the process beside it is ready, with 1 when it is not.
const port = process.env.PORT ?? '3000';
try {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2500) });
  process.exitCode = reply.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
