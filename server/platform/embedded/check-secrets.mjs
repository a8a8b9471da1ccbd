import { fileURLToPath } from 'node:url';
import { trackedFiles } from './git-files.mjs';
import { secretsIn, secretsInHistory } from './secret-scan.mjs';

// A part of `npm run check` and of `npm test`: no file of the repository holds a secret, and none ever did. Another
// repository's folder may be named.
const root = process.argv[2] ?? fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const files = trackedFiles(root);
const faults = [...(await secretsIn(root, files)), ...(await secretsInHistory(root))];
for (const fault of new Set(faults)) console.log(fault);
if (faults.length === 0) console.log(`${files.length} files and their history hold no secret`);
// At once: the library would still sort its own times, which takes half a minute and is of use to nobody.
process.exit(faults.length === 0 ? 0 : 1);
