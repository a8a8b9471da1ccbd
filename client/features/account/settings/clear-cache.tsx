import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LinkList, type LinkRow } from '../../../ui/link-list';
import { toast } from '../../../ui/toast';
import { clearBrowserCache } from './browser-cache';

/** A row that forgets every reply and stored file, and the rows that stand with it. */
export function ClearCache({ more }: { more: readonly LinkRow[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const clear = async () => {
    queries.clear();
    await clearBrowserCache();
    toast(t('accountSettings.cacheCleared'));
  };
  return (
    <LinkList
      label={t('profile.more')}
      links={[{ label: t('accountSettings.clearCache'), onClick: () => void clear() }, ...more]}
    />
  );
}
