import { Matches } from 'class-validator';
import { Transform } from 'class-transformer';

export class NoticeReadRequest {
  /** The newest notice that was shown: its `id` in `user/userLog`. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
  @Matches(/^[1-9][0-9]{0,14}$/)
  last: string;
}

export class UnreadNoticesView {
  /** Notices about the own account and money that were not shown yet; 100 stands for more, too. */
  count: number;
}
