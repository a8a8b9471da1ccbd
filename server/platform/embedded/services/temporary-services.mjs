import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolder } from './data-folder.mjs';
import { recall, remember } from '../fingerprint.mjs';
import { folderInMemory } from './folder-in-memory.mjs';
import { POSTGRES_FOLDER } from './postgres-home.mjs';
import { startServices } from './services.mjs';

/**
 * Starts a Postgres and a Redis that live only as long as a test or bench run, in a folder of their own.
 * @param {string} root
 * @param {'test' | 'bench'} purpose
 * @returns {Promise<{ databaseUrl: string, ownerUrl: string, redisUrl: string, stop: () => Promise<void> }>} the server as its superuser,
 *   who makes databases and fills them past all guards, and as the owner of what the product has, who migrates
 */
export async function startTemporaryServices(root, purpose) {
  const programs = join(root, '.data');
  await removeLeftovers(programs);
  const data = new DataFolder(join(programs, `${purpose}-${process.pid}`));
  await data.take();
  // What a test's database is worth is gone with the run: it need not see a disk.
  const inMemory = purpose === 'test' ? folderInMemory(data.path) : null;
  if (inMemory) remember(join(data.path, POSTGRES_FOLDER), inMemory);
  try {
    const services = await startServices({
      root,
      folder: data.path,
      programs,
      needs: ['postgres', 'redis'],
      // Figures must hold for a database as it really runs; tests only need it to be quick.
      durable: purpose === 'bench',
      given: {},
      onStarted: (name, service) => data.note(name, service.identity),
    });
    const stop = async () => {
      await services.stop();
      remove(data);
    };
    const { superuserUrl, ownerUrl, redisUrl } = services;
    return { databaseUrl: superuserUrl ?? ownerUrl, ownerUrl, redisUrl, stop };
  } catch (error) {
    remove(data);
    throw error;
  }
}

/**
 * Stops and removes what killed runs left behind.
 * @param {string} folder
 */
async function removeLeftovers(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((entry) => /^(test|bench)-\d+$/.test(entry))) {
    const left = new DataFolder(join(folder, name));
    if (left.holder()) continue;
    await left.take();
    remove(left);
  }
}

/** @param {DataFolder} data */
function remove(data) {
  const outside = recall(join(data.path, POSTGRES_FOLDER));
  if (outside) rmSync(outside, { recursive: true, force: true });
  rmSync(data.path, { recursive: true, force: true });
}
