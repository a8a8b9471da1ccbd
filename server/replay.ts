import { parseArgs } from 'node:util';
import { loadRecording } from './platform/feeds/replay/recording.js';
import { replayEnvironment } from './platform/feeds/replay/replay-environment.js';
import { ReplayServer } from './platform/feeds/replay/replay-server.js';

const USAGE = 'Usage: npm run replay -- FILE [--speed N] [--port N] [--loop]';

/** Plays a recording of an exchange as that exchange, until Ctrl-C. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      speed: { type: 'string', default: '1' },
      port: { type: 'string', default: '0' },
      loop: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  const recording = loadRecording(file);
  const server = new ReplayServer(recording, {
    speed: Number(values.speed),
    port: Number(values.port),
    loop: values.loop,
  });
  const address = await server.listen();
  const settings = Object.entries(replayEnvironment(recording.venue, address)).map(
    ([name, value]) => `${name}=${value}`,
  );
  const seconds = ((recording.endAt - recording.startAt) / 1000).toFixed(1);
  process.stdout.write(
    `${recording.frames.length} frames of ${recording.venue}, ${seconds} s from ${new Date(recording.startAt).toISOString()}, ` +
      `at ${address}. They begin with the first subscription.\nStart the product against it with:\n\n` +
      `${settings.join(' ')} npm start\n\n`,
  );
  const stop = (): void => void server.close().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** What went wrong, in a sentence. */
function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'There is no such recording.';
  if (code === 'EADDRINUSE') return 'The port is taken. Choose another with --port.';
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
