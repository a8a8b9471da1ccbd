import { queries } from '../../../platform/queries';
import { isPushWanted, pushPermission, subscribeToPush } from '../../../platform/push';
import { readStored, writeStored } from '../../../platform/stored';
import { notificationSettings, registerDevice } from './notifications.api';

/** By which address the server knows this browser. */
const KEY = 'push-endpoint';

/** Subscribes the browser and says so to the server, unless it knows. */
export async function subscribeDevice(key: string, isKnown = false): Promise<void> {
  const fields = await subscribeToPush(key);
  if (isKnown && readStored(KEY) === fields.endpoint) return;
  await registerDevice(fields);
  writeStored(KEY, fields.endpoint);
}

/**
 * A device that its user has switched on stays so with the next login, which is another one for the server, and when the push
 * service has given the browser another address. Nobody else who logs in on it is told, and nobody is asked. What fails is tried
 * again at the next start.
 */
export async function renewDevice(userId: number): Promise<void> {
  if (!isPushWanted(userId) || pushPermission() !== 'granted') return;
  try {
    const { push_key, subscribed } = await queries.fetchQuery(notificationSettings);
    if (push_key === null) return;
    await subscribeDevice(push_key, subscribed);
    await queries.invalidateQueries({ queryKey: notificationSettings.queryKey });
  } catch {
    // The page of the settings shows whether the device is told.
  }
}
