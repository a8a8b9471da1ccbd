import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the product's code must not say at all, or in the named places only, each of which was read. */

const ROOT = join(__dirname, '../..');
const SOURCES = [
  'server/contract',
  'server/database',
  'server/features',
  'server/platform',
  'client/app',
  'client/features',
  'client/languages',
  'client/ops',
  'client/pages',
  'client/platform',
  'client/ui',
];

interface Ban {
  what: string;
  pattern: RegExp;
  /** Lines that the pattern must find, so that the test is seen to look. */
  examples: readonly string[];
  /** Files that may, and how often. */
  allowed?: Readonly<Record<string, number>>;
}

const BANS: readonly Ban[] = [
  {
    what: 'digests that can be made twice',
    pattern: /create(Hash|Hmac|Verify|Sign)\(\s*['"`](?!sha(256|384|512)['"`])/,
    examples: [`createHash('md5')`, `createHmac("sha1", key)`, `createSign('RSA-SHA1')`],
  },
  {
    what: 'numbers that can be guessed',
    pattern: /Math\.random\b/,
    examples: ['Math.random() * 5'],
    // Pauses that are spread.
    allowed: {
      'client/platform/channel-client.ts': 1,
      'server/platform/database/transactions.store.ts': 1,
      'server/platform/feeds/binance/binance-book.ts': 1,
      'server/platform/feeds/venue-connection.ts': 1,
      'server/platform/realtime/admission.ts': 1,
      'server/platform/realtime/connected-clients.ts': 1,
    },
  },
  {
    what: 'markup made of text',
    pattern:
      /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write(ln)?|createContextualFragment|setHTMLUnsafe|dangerouslySetInnerHTML|srcdoc|srcDoc|parseFromString)\b/,
    examples: ['node.innerHTML = text', '<p dangerouslySetInnerHTML={it} />', 'new DOMParser().parseFromString(text)'],
  },
  {
    what: 'code made of text',
    pattern: /(?<![.\w])eval\(|new Function\(|from 'node:vm'|set(Timeout|Interval)\(\s*['"`]/,
    examples: ['eval(text)', 'new Function(text)', `import vm from 'node:vm'`, `setTimeout('go()', 5)`],
  },
  {
    what: 'patterns made of text',
    pattern: /new RegExp\(|(?<![.\w])RegExp\(/,
    examples: ['new RegExp(search)', 'RegExp(search)'],
    // Of the addresses that controllers declare; of the words that stand in the rule itself.
    allowed: {
      'server/platform/http/served-verbs.ts': 1,
      'server/contract/rules/help-secrets.rules.ts': 6,
      'server/contract/rules/asks-for-secret.rules.ts': 3,
    },
  },
  {
    what: 'other programs',
    pattern: /from '(node:child_process|execa)'|require\('((node:)?child_process|execa)'\)/,
    examples: [
      `import { exec } from 'node:child_process';`,
      `require('child_process')`,
      `import { execa } from 'execa';`,
    ],
    // The process that reads images, by fork and without a shell; the launcher's own, which no user reaches.
    allowed: {
      'server/platform/images/image-worker-process.ts': 1,
      'server/platform/embedded/commands.mjs': 1,
      'server/platform/embedded/git-files.mjs': 1,
      'server/platform/embedded/install.mjs': 1,
      'server/platform/embedded/processes.mjs': 1,
      'server/platform/embedded/services/accounts.mjs': 1,
    },
  },
  {
    what: 'values of JSON that are taken for what nobody has looked at',
    pattern: /JSON\.parse\(.*\) as (?!unknown\b)/,
    examples: [
      'const detail = JSON.parse(row.detail) as LimitDetail;',
      '(JSON.parse(text) as { data: string[] }).data',
    ],
    allowed: {
      // Looked at on the lines that follow.
      'client/features/markets/candles/drawings/drawing-store.ts': 1,
      'client/features/markets/candles/studio/chart-settings.ts': 1,
      'server/features/markets/market-board/market-update.ts': 1,
      'server/platform/feeds/replay/binance-dialect.ts': 3,
      'server/platform/http/read-body.ts': 1,
      // Made from a value by the same component.
      'client/features/markets/market-list/use-price-age.ts': 1,
      'client/features/trading/chart-marks/futures-marks.tsx': 1,
      'client/features/trading/futures/use-order-preview.ts': 1,
      'client/features/trading/options/use-quote.ts': 1,
      'client/platform/use-channel.ts': 1,
      // What a command replied goes to whoever sends it again as it stands; nothing is done by it.
      // Our own files: recordings, the build's list of links, the mailbox of development.
      'server/platform/feeds/replay/bybit-dialect.ts': 3,
      'server/platform/feeds/replay/okx-dialect.ts': 1,
      'server/platform/feeds/replay/recording.ts': 3,
      'server/platform/http/client-files.ts': 1,
    },
  },
];

const files = SOURCES.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
).filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.spec\.tsx?$/.test(path));

it.each(BANS.map((ban) => [ban.what, ban] as const))(
  'there are no %s',
  (_what, { pattern, examples, allowed = {} }) => {
    for (const example of examples)
      expect({ example, isFound: pattern.test(example) }).toEqual({ example, isFound: true });
    expect(files.length).toBeGreaterThan(1000);
    const found: Record<string, number> = {};
    for (const path of files) {
      const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
      const count = lines.filter((line) => pattern.test(line)).length;
      if (count > 0) found[path] = count;
    }
    expect(found).toEqual(allowed);
  },
);
