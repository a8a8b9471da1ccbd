import type { Language, RefusalCode } from '../../../../server/contract/errors';
import type { Layout } from '../../../../server/contract/rules/layout.rules';
import { speak } from '../../../languages';
import { CallFailed, rememberLanguageMark } from '../../../platform/api';
import { backOffCap } from '../../../platform/back-off';
import {
  broughtPreferences,
  giveUp,
  onPreferences,
  ownPreferences,
  preferences,
  takeAccount,
  type Wishes,
} from '../../../platform/preferences';
import { steadyNow } from '../../../platform/server-clock';
import { sessionToken } from '../../../platform/session';
import { toast } from '../../../ui/toast';
import { mergeGuest, readAccount, sendLayout, sendLook, sendStar, type SyncedPreferences } from './preferences.api';

/** Who looks at the page, leaves it and comes back has it as it was just now. */
const FRESH_MS = 5000;
/** A layout is told so long after its last choice: who goes through several charts has chosen the one that stays. */
const LAYOUT_REST_MS = 500;
/** What the account will never take, however often it is told. */
const FOR_GOOD: readonly RefusalCode[] = [
  'account.favourites-full',
  'markets.unknown-symbol',
  'request.invalid',
  'language.unknown',
];

/** Keeps the page and the account of one login the same: one call at a time, and again later what failed. */
export class PreferenceSync {
  private readonly token = sessionToken();
  private readonly forget: () => void;
  private language = preferences().language;
  private layout: Layout = ownPreferences()?.layout ?? {};
  private readAt = Number.NEGATIVE_INFINITY;
  private isReadAsked = true;
  private isAtIt = false;
  /** Asked for something while it was at it. */
  private isAsked = false;
  private isStopped = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while more of a layout may be chosen. */
  private resting: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly user: number) {
    this.forget = onPreferences(() => this.look());
    this.begin();
  }

  stop(): void {
    this.isStopped = true;
    this.forget();
    clearTimeout(this.timer);
    this.endRest();
  }

  /** Another login has begun as soon as there is another token, before it is known whose it is. */
  isAlive(): boolean {
    return !this.isStopped && sessionToken() === this.token && ownPreferences()?.user === this.user;
  }

  /** Other devices may have chosen something. */
  read(): void {
    if (steadyNow() - this.readAt >= FRESH_MS) this.isReadAsked = true;
    if (this.isReadAsked || this.wishes() !== null) this.begin();
  }

  /** The page goes out of sight, perhaps for good: what waits is sent now. */
  flush(): void {
    this.endRest();
    if (this.wishes() !== null) this.begin();
  }

  /** Something was chosen, on this page or in another window. */
  private look(): void {
    const { language } = preferences();
    const isOther = language !== this.language;
    this.language = language;
    // Whoever chooses on this page has spoken it already.
    if (isOther && language !== document.documentElement.lang) speak(language).catch(() => undefined);
    this.lookAtLayout();
    if (this.wishes() !== null) this.begin();
  }

  private lookAtLayout(): void {
    const layout = ownPreferences()?.layout ?? {};
    const isChosen = Object.entries(layout).some(([part, value]) => this.layout[part] !== value);
    this.layout = layout;
    if (!isChosen) return;
    this.endRest();
    this.resting = setTimeout(() => this.flush(), LAYOUT_REST_MS);
  }

  private endRest(): void {
    if (this.resting !== null) clearTimeout(this.resting);
    this.resting = null;
  }

  private begin(): void {
    if (this.isAtIt) this.isAsked = true;
    else if (this.isAlive()) void this.run();
  }

  private async run(): Promise<void> {
    this.isAtIt = true;
    clearTimeout(this.timer);
    try {
      do {
        this.isAsked = false;
        await this.round();
        this.failures = 0;
      } while (this.isAsked && this.isAlive());
    } catch (failure) {
      this.later();
      // A fault of the page itself is to be seen.
      if (!(failure instanceof CallFailed)) throw failure;
    } finally {
      this.isAtIt = false;
    }
  }

  private later(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.begin(), backOffCap(this.failures));
    this.failures += 1;
  }

  /** What a browser brings along goes first, then what is new is read, then what is wished is told. */
  private async round(): Promise<void> {
    const account = ownPreferences()?.account;
    // What the account has of a layout is not known either where an older version has kept the rest.
    if (account === null || (this.isReadAsked && account?.layout === null)) await this.bring();
    else if (this.isReadAsked) await this.take(readAccount(), {});
    for (;;) {
      const wishes = this.isAlive() ? this.wishes() : null;
      if (wishes === null) return;
      await this.send(wishes);
    }
  }

  private async bring(): Promise<void> {
    try {
      await this.take(mergeGuest(broughtPreferences()), { brought: true });
    } catch (failure) {
      if (!isForGood(failure)) throw failure;
      await this.take(readAccount(), {});
    }
  }

  /** What is to be told; of a layout nothing to a server that does not know of any, and nothing while it is chosen. */
  private wishes(): Wishes | null {
    const own = ownPreferences();
    if (own === null) return null;
    const { look, stars } = own;
    const layout = own.account?.layout === null || this.resting !== null ? {} : own.layout;
    return Object.keys({ ...look, ...stars, ...layout }).length === 0 ? null : { look, stars, layout };
  }

  /** One favourite, or else the look, or else the layout: what is refused of one takes nothing of the others along. */
  private async send({ look, stars, layout }: Wishes): Promise<void> {
    const [star] = Object.entries(stars);
    const none: Wishes = { look: {}, stars: {}, layout: {} };
    const isLook = Object.keys(look).length > 0;
    const sent = star
      ? { ...none, stars: Object.fromEntries([star]) }
      : isLook
        ? { ...none, look }
        : { ...none, layout };
    try {
      await this.take(star ? sendStar(...star) : isLook ? sendLook(look) : sendLayout(layout), sent);
    } catch (failure) {
      if (!isForGood(failure)) throw failure;
      giveUp(this.user, sent);
      toast(failure.message);
    }
  }

  /** Shows what the account has, in its language; of two replies that crossed, the newer one. */
  private async take(reply: Promise<SyncedPreferences>, done: Partial<Wishes> & { brought?: boolean }): Promise<void> {
    const before = ownPreferences()?.account?.revision;
    const { account, mark } = await reply;
    // A server of the version before passes over what it does not know: that is told again later.
    const isPassedOver = account.layout === null && Object.keys(done.layout ?? {}).length > 0;
    const own = ownPreferences();
    if (!this.isAlive() || own === null) return;
    this.readAt = steadyNow();
    this.isReadAsked = false;
    // Another window may have heard of something newer meanwhile.
    const known = own.account;
    const newest = known !== null && known.revision !== before && known.revision > account.revision ? known : account;
    const language = own.look.language ?? newest.language;
    if (language !== preferences().language) await spoken(language);
    if (language === account.language) rememberLanguageMark(mark);
    if (this.isAlive()) takeAccount(this.user, newest, isPassedOver ? { ...done, layout: {} } : done);
    if (isPassedOver) throw new CallFailed('unreachable', '');
  }
}

/** Words that cannot be fetched now are fetched later. */
function spoken(language: Language): Promise<void> {
  return speak(language).catch(() => {
    throw new CallFailed('unreachable', '');
  });
}

function isForGood(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.code !== null && FOR_GOOD.includes(failure.code);
}
