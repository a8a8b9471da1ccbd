import { queries } from '../../../platform/queries';
import { isPushWanted, pushPermission, subscribeToPush } from '../../../platform/push';
import { notificationSettings, tellDevice } from './notifications.api';

/** Subscribes the browser and says so to the server. */
export async function keepToldOn(key: string): Promise<void> {
  await tellDevice(await subscribeToPush(key));
}

/**
 * A device that its user has switched on stays so with the next login, which is another one for the server. Nobody else who
 * logs in on it is told, and nobody is asked. What fails is tried again at the next start.
 */
export async function keepTold(userId: number): Promise<void> {
  if (!isPushWanted(userId) || pushPermission() !== 'granted') return;
  try {
    const { push_key, subscribed } = await queries.fetchQuery(notificationSettings);
    if (push_key === null || subscribed) return;
    await keepToldOn(push_key);
    await queries.invalidateQueries({ queryKey: notificationSettings.queryKey });
  } catch {
    // The page of the settings shows whether the device is told.
  }
}
