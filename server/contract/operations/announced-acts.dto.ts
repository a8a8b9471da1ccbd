import { PageRequest } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';
import type { AnnouncedActKind, AnnouncedActStatus } from './words.js';

export class AnnouncedActListRequest extends PageRequest {
  /** `waiting` (default), `done`, `stopped`, `failed` or `all`. */
  @OptionalText(10)
  status?: string;
}

/** What is decided and takes effect later, unless an administrator stops it. */
export class AnnouncedActView {
  id: string;
  kind: AnnouncedActKind;
  /** Number of the network, adjustment or deposit that it is about; null for what is yet to be. */
  subjectId: string | null;
  userId: string | null;
  /** In the fields of its request. */
  detail: Record<string, unknown>;
  reason: string;
  /** The proposal that it comes from; null for what one operator sets alone. */
  proposalId: string | null;
  proposedBy: string;
  approvedBy: string | null;
  beganAt: number;
  dueAt: number;
  status: AnnouncedActStatus;
  endedAt: number | null;
  stoppedBy: string | null;
  /** Of who stopped it, or the code of what refused it. */
  endReason: string | null;
}

export class AnnouncedActPage {
  list: AnnouncedActView[];
  total: number;
  page: number;
  limit: number;
}
