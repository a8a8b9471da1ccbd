import { execFileSync } from 'node:child_process';

/**
 * @param {string} root
 * @param {string[]} parameters
 * @param {string} [input]
 */
function git(root, parameters, input) {
  return execFileSync('git', parameters, { cwd: root, input, maxBuffer: 2 ** 31 - 1 });
}

/**
 * Files of the repository, and those that would become some.
 * @param {string} root
 */
export function trackedFiles(root) {
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = git(root, parameters).toString('utf8').split('\0');
  const deleted = git(root, ['ls-files', '-z', '--deleted']).toString('utf8').split('\0');
  return listed.filter((path) => path !== '' && !deleted.includes(path));
}

/**
 * Every text that a file of the repository ever had, in whichever commit, each once with one of its paths. None where
 * there is no history.
 * @param {string} root
 * @param {(path: string) => boolean} isAsked
 * @returns {Generator<{ path: string, blob: string, content: string }>}
 */
export function* formerTexts(root, isAsked) {
  const listed = git(root, ['rev-list', '--objects', '--all']).toString('utf8').split('\n');
  const paths = new Map(
    listed.map((line) => /** @type {const} */ ([line.split(' ', 1)[0] ?? '', line.replace(/^\S+ ?/, '')])),
  );
  const asked = [...paths].filter(([, path]) => path !== '' && isAsked(path)).map(([blob]) => blob);
  // In parts: a history is larger than one answer may be.
  for (let start = 0; start < asked.length; start += 1000) {
    const answer = git(root, ['cat-file', '--batch'], `${asked.slice(start, start + 1000).join('\n')}\n`);
    for (let at = 0; at < answer.length; ) {
      const end = answer.indexOf('\n', at);
      const [blob = '', type = '', size = ''] = answer.toString('utf8', at, end).split(' ');
      const length = Number(size);
      if (type === 'blob')
        yield { path: paths.get(blob) ?? '', blob, content: answer.toString('utf8', end + 1, end + 1 + length) };
      at = end + 1 + length + 1;
    }
  }
}
