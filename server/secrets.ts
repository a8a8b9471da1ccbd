import { makeInstallationSecrets } from './platform/config/secrets.js';

// Before the first start of an installation of several containers: makes the secrets that all of them share.
try {
  const folder = process.env.SECRETS_FOLDER ?? '';
  if (folder === '') throw new Error('SECRETS_FOLDER is not set.');
  const { OWNER_SECRETS_FOLDER: owner, MIGRATION_SECRETS_FOLDER: migration } = process.env;
  makeInstallationSecrets({ shared: folder, owner: owner || folder, migration: migration || folder }, process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
