import { useTranslation } from 'react-i18next';
import { OWN, readNotices } from './account.api';
import { PagedLog } from './paged-log';

export const NOTICES_KEY = [OWN, 'notices'];

/** What the user was told about the account. */
export function NoticeLog() {
  const { t } = useTranslation();
  return <PagedLog queryKey={NOTICES_KEY} read={readNotices} empty={t('notices.empty')} />;
}
