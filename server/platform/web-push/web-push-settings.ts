import { z } from 'zod';
import { list } from '../config/setting-kinds.js';

/**
 * Of Chrome and what is built on it, Firefox, Safari and Edge: as narrow as their makers say it. Apple and Microsoft name all hosts
 * below these.
 */
const KNOWN_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** What can be set of messages to devices. The key beside them is `WEB_PUSH_PRIVATE_KEY`, or `…_FILE`: see `own-web-push-key.ts`. */
export const webPushSettings = {
  /**
   * Hosts of the services that carry messages to browsers, comma-separated, `*.example.org` with all below it, `*` for any
   * on the open network. A browser names the address that we are to call: nobody leads us elsewhere. Empty: no Web Push.
   */
  WEB_PUSH_SERVICES: list(KNOWN_SERVICES.join(',')),
  /** Whom a push service may write to: `mailto:` or https. Empty: the site's own address where it is https, else `MAIL_FROM`. */
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^$|^mailto:[^\s@]+@[^\s@]+$|^https:\/\/\S+$/)
    .default(''),
};
