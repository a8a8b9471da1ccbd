import { IsIn, Matches } from 'class-validator';
import { OptionalText, PlainText } from '../text-fields.js';

/** Words of groups with commas between them; nothing is none of them. */
const GROUPS = /^([a-z]{1,20}(,[a-z]{1,20}){0,19})?$/;
const TIME_OF_DAY = /^(|([01][0-9]|2[0-3]):[0-5][0-9])$/;
/** Of an address at a push service. */
const ENDPOINT_MAX = 1000;

export class NotificationSettingsRequest {
  /** Groups of notices that devices are told of at once, with commas between them. */
  @PlainText(200)
  @Matches(GROUPS)
  push: string;
  /** Groups that are mailed. */
  @PlainText(200)
  @Matches(GROUPS)
  mail: string;
  /** From when on it is quiet, `22:00`, in the zone. Empty: never. */
  @PlainText(5)
  @Matches(TIME_OF_DAY)
  quiet_from: string;
  /** Until when. Before `quiet_from` it is a time of the next day. */
  @PlainText(5)
  @Matches(TIME_OF_DAY)
  quiet_until: string;
  /** The zone of these times as IANA names it, `Asia/Tokyo`. */
  @PlainText(60)
  zone: string;
  /** 1: liquidations, margin warnings and security come in quiet hours, too. */
  @IsIn(['0', '1'])
  urgent_through: string;
  /** 1: what leaves the app says what it is about, and no amount. */
  @IsIn(['0', '1'])
  hide_amounts: string;
}

export class NotificationSettingsView {
  push: string[];
  mail: string[];
  quiet_from: string;
  quiet_until: string;
  zone: string;
  urgent_through: boolean;
  hide_amounts: boolean;
  /** Under which browsers subscribe at their push service (VAPID), in base64url. Null: there is no Web Push here. */
  push_key: string | null;
  /** Devices that are logged in and told. */
  devices: number;
  /** Whether the caller's device is among them. */
  subscribed: boolean;
}

/** What a browser says of its subscription (`PushSubscription` of the standard). */
export class PushSubscriptionRequest {
  @PlainText(ENDPOINT_MAX)
  endpoint: string;
  @PlainText(100)
  p256dh: string;
  @PlainText(40)
  auth: string;
}

export class PushUnsubscriptionRequest {
  /** The address that the browser has given up. Missing: that of the caller's login. */
  @OptionalText(ENDPOINT_MAX)
  endpoint?: string;
}
